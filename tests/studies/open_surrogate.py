#!/usr/bin/python3
"""A surrogate and what ran on it, as a reader with xarray meets them: open_surrogate.py FILE PAGE.

FILE is the result of studies/gallery/borehole_surrogate.toml, PAGE docs/result-file.md: each variable and dimension of
these analyses must be in the page."""

import re
import sys

import numpy as np
import xarray as xr

file, page = sys.argv[1:]
with open(page, encoding="utf-8") as text:
    documented = set(re.findall(r"\w+", text.read()))

for engine in ("h5netcdf", "netcdf4"):
    emulator = xr.open_dataset(file, group="analysis/emulator", engine=engine)
    undocumented = (set(emulator.variables) | set(emulator.dims)) - documented
    assert not undocumented, sorted(undocumented)
    for name, variable in emulator.variables.items():
        assert "long_name" in variable.attrs, name
        assert variable.dtype == object or "units" in variable.attrs or "flag_meanings" in variable.attrs, name
    assert emulator.attrs["method"] == "surrogate" and emulator.attrs["kind"] == "pce"
    assert float(emulator.q2.sel(output="flow")) > 0.99
    # Terms are selected by their names, and add up: Psi = 1 for the constant, sum of squares the variance.
    share = emulator.coefficient.sel(output="flow") ** 2
    largest = share.drop_sel(term="1").idxmax("term").item()
    assert largest == "rw", largest
    assert int(emulator.multi_index.sel(term="rw", input="rw")) == 1
    assert emulator.sizes["point"] == 128 and set(emulator["set"].values) == {0}
    error = (emulator.y_pred - emulator.y_true).sel(output="flow").values
    rmse = float(np.sqrt(np.mean(error**2)))
    assert abs(rmse / float(emulator.rmse.sel(output="flow")) - 1) < 1e-9, rmse
    q2 = 1 - rmse**2 / float(emulator.y_true.sel(output="flow").var(ddof=1))
    assert abs(q2 - float(emulator.q2.sel(output="flow"))) < 1e-9, q2
    assert float(emulator.box_lower.sel(input="rw")) == float(emulator.x.sel(input="rw").min())

    indices = xr.open_dataset(file, group="analysis/indices", engine=engine)
    undocumented = (set(indices.variables) | set(indices.dims)) - documented
    assert not undocumented, sorted(undocumented)
    cell = {"output": "flow", "input": "rw"}
    low, high = indices.S1_ci_surrogate.sel(**cell).values
    assert low <= float(indices.S1.sel(**cell)) <= high
    assert indices.attrs["evaluations"] == 0 and indices.attrs["surrogate"] == "emulator"
    assert abs(float(indices.surrogate_q2.sel(output="flow")) - float(emulator.q2.sel(output="flow"))) == 0
    model = xr.open_dataset(file, group="analysis/model_indices", engine=engine)
    assert abs(float(indices.S1.sel(**cell)) - float(model.S1.sel(**cell))) < 0.02

    band = xr.open_dataset(file, group="analysis/band", engine=engine)
    undocumented = (set(band.variables) | set(band.dims)) - documented
    assert not undocumented, sorted(undocumented)
    assert {"mean_ci", "mean_ci_surrogate", "quantile_ci_surrogate"} <= set(band.variables)
    assert 0 <= float(band.outside_box.sel(surrogate_input="rw")) < 0.1
print("a surrogate, two engines: as documented")
