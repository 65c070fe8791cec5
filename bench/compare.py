#!/usr/bin/python3
"""Times `uq` against OpenTURNS on the same Sobol' study, interleaved in one run, and prints ratios.

The study is the G-function with ten inputs, first- and total-order indices with bootstrap intervals (OpenTURNS:
SaltelliSensitivityAlgorithm on a low-discrepancy sample). Both run as fresh processes and time themselves from the
first design point to the last interval: `uq` by the wall time of the whole program, file included, which favours
the peer; OpenTURNS without its import. CPU time, memory and faults are those of the whole processes. Both get MALLOC_TRIM_THRESHOLD_ and MALLOC_MMAP_MAX_, so that page faults
of a virtual machine do not decide. Needs nothing but Python 3; without python3-openturns it times `uq` alone.
Run it with the interpreter that sees Debian's packages, /usr/bin/python3.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

COEFFICIENTS = [0, 0.5, 1, 2, 4, 8, 16, 32, 64, 99]
MALLOC = {"MALLOC_TRIM_THRESHOLD_": "8000000000", "MALLOC_MMAP_MAX_": "0"}

STUDY = """format = 1
name = "g"
seed = 1
[run]
store_samples = false
[model]
builtin = "known/g"
config = {{ a = {a} }}
[inputs]
{inputs}
[[analysis]]
name = "indices"
method = "sobol"
n = {n}
ci = "bootstrap"
resamples = {resamples}
"""

# A peer times itself after two warm-up rounds of a small study: imports, first touches, thread start-up.
OPENTURNS = """
import json, sys, time
import numpy
import openturns as ot
a, n, resamples = json.loads(sys.argv[1])
d = len(a)
law = ot.ComposedDistribution([ot.Uniform(0, 1)] * d)
shift = numpy.array(a)
def g(x):
    return numpy.prod((numpy.abs(4 * numpy.asarray(x) - 2) + shift) / (1 + shift), axis=1)[:, None]
model = ot.PythonFunction(d, 1, func_sample=g)
ot.ResourceMap.SetAsString("SobolIndicesExperiment-SamplingMethod", "QMC")
def study(rows):
    x = ot.SobolIndicesExperiment(law, rows, False).generate()
    algorithm = ot.SaltelliSensitivityAlgorithm(x, model(x), rows)
    algorithm.setBootstrapSize(resamples)
    algorithm.setUseAsymptoticDistribution(False)
    algorithm.getFirstOrderIndicesInterval()
    algorithm.getTotalOrderIndicesInterval()
    return algorithm.getFirstOrderIndices()[0]
study(256); study(256)
start = time.perf_counter()
S1 = study(n)
print(json.dumps({"seconds": time.perf_counter() - start, "S1": S1}))
"""


def toml(n, resamples):
    inputs = "\n".join(f'x{i + 1} = {{ dist = "uniform", lo = 0, hi = 1 }}' for i in range(len(COEFFICIENTS)))
    return STUDY.format(a=COEFFICIENTS, inputs=inputs, n=n, resamples=resamples)


def run(command):
    """Wall seconds, CPU seconds, peak MB, minor faults and standard output of a child."""
    start = time.perf_counter()
    child = subprocess.Popen(command, env={**os.environ, **MALLOC}, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out = child.stdout.read()
    errors = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - start
    if child.returncode != 0:
        sys.exit(f"{command[0]} failed:\n{errors.decode()}")
    return {
        "wall": wall,
        "cpu": usage.ru_utime + usage.ru_stime,
        "MB": usage.ru_maxrss * 1.024e-3,
        "faults": usage.ru_minflt,
        "out": out,
    }


def run_uq(uq, n, resamples):
    with tempfile.TemporaryDirectory() as folder:
        study = pathlib.Path(folder, "g.toml")
        study.write_text(toml(n, resamples))
        return run([uq, "run", "-q", "-o", str(study.with_suffix(".h5")), str(study)])


def run_openturns(n, resamples):
    result = run([sys.executable, "-c", OPENTURNS, json.dumps([COEFFICIENTS, n, resamples])])
    result["wall"] = json.loads(result["out"])["seconds"]
    return result


def has_openturns():
    return subprocess.run([sys.executable, "-c", "import openturns"], capture_output=True).returncode == 0


def medians(runs):
    return {key: statistics.median(r[key] for r in runs) for key in ("wall", "cpu", "MB", "faults")}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--uq", default=str(pathlib.Path(__file__).parent.parent / "build/bin/uq"))
    parser.add_argument("--n", type=int, default=65536)
    parser.add_argument("--resamples", type=int, default=100)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--floor", type=float, default=15, help="ratio of wall times that must be reached")
    parser.add_argument("--any-load", action="store_true", help="measure on a busy machine, without a verdict")
    options = parser.parse_args()

    load = os.getloadavg()[0]
    if load > 1 and not options.any_load:
        sys.exit(f"load average {load:.2f} is above 1: times would say nothing; wait, or pass --any-load")
    peers = {"uq": lambda: run_uq(options.uq, options.n, options.resamples)}
    if has_openturns():
        peers["openturns"] = lambda: run_openturns(options.n, options.resamples)
    else:
        print("python3-openturns is not installed: no ratio")

    runs = {name: [] for name in peers}
    for _ in range(options.repeat):
        for name, measure in peers.items():
            runs[name].append(measure())

    print(f"G-function, d = {len(COEFFICIENTS)}, n = {options.n}, {options.resamples} resamples; "
          f"medians of {options.repeat}; load {load:.2f} before, {os.getloadavg()[0]:.2f} after")
    print(f"{'':<10} {'wall s':>8} {'spread':>7} {'CPU s':>8} {'peak MB':>8} {'minor faults':>13}")
    middle = {name: medians(r) for name, r in runs.items()}
    for name, m in middle.items():
        walls = [r["wall"] for r in runs[name]]
        spread = (max(walls) - min(walls)) / m["wall"]
        print(f"{name:<10} {m['wall']:>8.3f} {spread:>6.0%} {m['cpu']:>8.3f} {m['MB']:>8.0f} {m['faults']:>13.0f}")
    if "openturns" in middle:
        ratio = {key: middle["openturns"][key] / middle["uq"][key] for key in ("wall", "cpu", "MB")}
        print(f"openturns / uq: wall {ratio['wall']:.1f}, CPU {ratio['cpu']:.1f}, memory {ratio['MB']:.1f}")
        if not options.any_load:
            passed = ratio["wall"] >= options.floor
            print(f"floor {options.floor:g}: {'reached' if passed else 'MISSED'}")
            sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
