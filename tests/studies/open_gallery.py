"""Opens the result of the gallery's llama study with both xarray engines and selects by label.

usage: open_gallery.py FILE
"""

import sys

import numpy as np
import xarray as xr


def check(path, engine):
    root = xr.open_dataset(path, engine=engine)
    assert root.attrs["claim"] == "relative-ranking-only", root.attrs
    assert root.attrs["status"] == "complete", root.attrs

    ds = xr.open_dataset(path, group="analysis/drivers", engine=engine)
    s1 = float(ds.S1.sel(output="tpot", input="eta_memory"))
    low, high = ds.S1_ci.sel(output="tpot", input="eta_memory").values
    assert 0.05 < s1 < 0.12 and low < s1 < high, (low, s1, high)
    assert int(ds.dead.sel(output="tpot", input="eta_compute")) == 1
    assert int(ds.dead.sum()) == 2, ds.dead
    ranked = ds.ST.sel(output="tpot").to_series().sort_values(ascending=False).index
    assert ranked[0] == "context_tokens" and ranked[-1] == "eta_compute", ranked
    assert abs(float(ds.S1.sel(output="tpot").sum()) - 1) < 0.03

    band = xr.open_dataset(path, group="analysis/band", engine=engine)
    tpot = band["quantile"].sel(output="tpot")  # `band.quantile` is a method of xarray
    assert tpot.attrs["units"] == "s", tpot.attrs
    q95 = float(band["quantile"].sel(output="tpot", probability=0.95, batch=64))
    assert 0.010 < q95 < 0.030, q95
    assert q95 == float(tpot.sel(probability=0.951, batch=70, method="nearest"))
    width = tpot.sel(probability=0.95) - tpot.sel(probability=0.05)
    assert float(width.sel(batch=256)) > 2 * float(width.sel(batch=1)), width
    assert np.all(np.diff(tpot.sel(probability=0.5)) > 0), tpot

    inputs = xr.open_dataset(path, group="inputs", engine=engine)
    assert float(inputs["mean"].sel(input="hbm_bw")) == 3.3e12
    assert inputs.unit.sel(input="hbm_bw") == "B/s", inputs.unit


for name in ["h5netcdf", "netcdf4"]:
    check(sys.argv[1], name)
    print("opened with", name)
