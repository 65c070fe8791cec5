#!/usr/bin/python3
"""Times LARS with corrected leave-one-out errors, `sparse_bench` against OpenTURNS, on samples of the same models.

Each case draws its own points (uniform inputs, a total-degree Legendre basis), so Q2 on 10 000 fresh points agrees
to the scatter of samples only. `sparse_bench` is given the basis; OpenTURNS, which has no such entry, builds it
within the time taken, a small part of it. Both run on one thread, with freed memory kept, in turns; CPU seconds are
compared, so that other programs on the machine matter less. Needs python3-openturns and the built benchmark.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys

MALLOC = {"MALLOC_TRIM_THRESHOLD_": "8000000000", "MALLOC_MMAP_MAX_": "0"}
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
BENCH = pathlib.Path(__file__).parent.parent / "build" / "bench" / "sparse_bench"
CASES = {"borehole, degree 3": (8, 3, 500), "G of 10, degree 3": (10, 3, 1000), "borehole, degree 4": (8, 4, 1000)}

PEER = """
import json, sys, time
import numpy as np
import openturns as ot
d, degree, n = json.loads(sys.argv[1])
ot.TBB.Disable()
lower = np.array([0.05, 100, 63070, 990, 63.1, 700, 1120, 9855])
upper = np.array([0.15, 50000, 115600, 1110, 116, 820, 1680, 12045])
a = np.array([0, .5, 1, 2, 4, 8, 16, 32, 64, 99])
def model(u):
    if d != 8:
        return np.prod((np.abs(4 * u - 2) + a[:d]) / (1 + a[:d]), axis=1)
    x = (lower + (upper - lower) * u).T
    log = np.log(x[1] / x[0])
    return 2 * np.pi * x[2] * (x[3] - x[5]) / (log * (1 + 2 * x[6] * x[2] / (log * x[0]**2 * x[7]) + x[2] / x[4]))
random = np.random.default_rng(7)
u, fresh = random.random((n, d)), random.random((10000, d))
y, truth = model(u), model(fresh)
enumerate = ot.LinearEnumerateFunction(d)
basis = ot.OrthogonalProductPolynomialFactory([ot.LegendreFactory()] * d, enumerate)
terms = enumerate.getStrataCumulatedCardinal(degree)
selection = ot.LeastSquaresMetaModelSelectionFactory(ot.LARS(), ot.CorrectedLeaveOneOut())
law = ot.ComposedDistribution([ot.Uniform(0, 1)] * d)
algorithm = ot.FunctionalChaosAlgorithm(ot.Sample(u), ot.Sample(y[:, None]), law, ot.FixedStrategy(basis, terms),
                                        ot.LeastSquaresStrategy(selection))
start = time.process_time()
algorithm.run()
seconds = time.process_time() - start
result = algorithm.getResult()
error = np.asarray(result.getMetaModel()(ot.Sample(fresh)))[:, 0] - truth
print(json.dumps({"cpu": seconds, "kept": len(result.getIndices()),
                  "q2": 1 - (error**2).sum() / ((truth - truth.mean())**2).sum()}))
"""


def run(command):
    environment = {**os.environ, **MALLOC, **ONE_THREAD}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def main():
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    for name, (d, degree, n) in CASES.items():
        peers, ours = [], []
        for _ in range(repeats):
            peers.append(run(["/usr/bin/python3", "-c", PEER, json.dumps([d, degree, n])]))
            bench = run([BENCH, f"--benchmark_filter=d:{d}/degree:{degree}/n:{n}/threads:1/omp:0/",
                         "--benchmark_format=json"])["benchmarks"][0]
            ours.append({"cpu": bench["cpu_time"] / 1e3, "kept": bench["kept"], "q2": bench["Q2_fresh"]})
        peer, our = (statistics.median(run["cpu"] for run in runs) for runs in (peers, ours))
        print(f"{name}, n = {n}: OpenTURNS {peer:.3f} s, keeps {peers[0]['kept']}, Q2 {peers[0]['q2']:.7f}; "
              f"sparse_bench {our:.4f} s, keeps {ours[0]['kept']:.0f}, Q2 {ours[0]['q2']:.7f}; ratio {peer / our:.0f}")


if __name__ == "__main__":
    main()
