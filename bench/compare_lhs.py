#!/usr/bin/python3
"""Optimised Latin hypercubes of `uq` against OpenTURNS and scipy, interleaved in one run: CPU seconds to the quality the
peer reaches (smallest distance, phi_50; squared centred discrepancy), for 200 points in ten dimensions.

compare_lhs.py BENCH [ROUNDS]: BENCH is build/bench/optimal_lhs_bench or wherever it was built. Needs python3-openturns and
python3-scipy: run it with /usr/bin/python3.
"""
import json
import statistics
import subprocess
import sys
import time

import numpy
import openturns as ot
from scipy.stats import qmc

N, D = 200, 10


def uq(bench, name):
    out = subprocess.run([bench, f"--benchmark_filter=^{name}$", "--benchmark_format=json"], capture_output=True,
                         text=True, check=True).stdout
    one = json.loads(out)["benchmarks"][0]
    return one["cpu_time"] / 1e3, one["min_distance"], one["phi_50"], one["CD2"]


def openturns_search(criterion):
    law = ot.ComposedDistribution([ot.Uniform(0, 1)] * D)
    lhs = ot.LHSExperiment(law, N)
    lhs.setAlwaysShuffle(True)
    start = time.process_time()
    points = ot.SimulatedAnnealingLHS(lhs, criterion).generate()
    return time.process_time() - start, points


def main(bench, rounds):
    distances, scipys, c2s = [], [], []
    for k in range(rounds):
        seconds, points = openturns_search(ot.SpaceFillingPhiP(50))
        ours = uq(bench, "maximin/2000")
        distances.append((seconds / ours[0], seconds, ot.SpaceFillingMinDist().evaluate(points),
                          ot.SpaceFillingPhiP(50).evaluate(points), ours))
        start = time.process_time()
        points = qmc.LatinHypercube(d=D, optimization="random-cd", seed=k).random(N)
        seconds = time.process_time() - start
        ours = uq(bench, "centred_discrepancy/11000")
        scipys.append((seconds / ours[0], seconds, qmc.discrepancy(points), ours))
        seconds, points = openturns_search(ot.SpaceFillingC2())
        ours = uq(bench, "centred_discrepancy/2000")
        c2s.append((seconds / ours[0], seconds, qmc.discrepancy(numpy.array(points)), ours))
    for name, rows in (("OpenTURNS, phi_50", distances), ("scipy, random-cd", scipys), ("OpenTURNS, C2", c2s)):
        print(f"{name}: ratio of CPU time, median {statistics.median(r[0] for r in rows):.1f}, least {min(r[0] for r in rows):.1f}")
        for row in rows:
            peer = " ".join(f"{value:.4g}" for value in row[1:-1])
            print(f"  peer {peer}   uq {row[-1][0]:.4g} distance {row[-1][1]:.4g} phi_50 {row[-1][2]:.4g} D2 {row[-1][3]:.4g}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3)
