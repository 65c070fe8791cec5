#!/usr/bin/python3
"""What `uq run` wrote, as a reader with xarray meets it: open_result.py FILE PAGE.

FILE is the result of studies/gallery/llama2_70b_h100_decode.toml, PAGE docs/result-file.md: each variable, dimension and
attribute in the file must be in the page."""

import re
import sys

import h5py
import xarray as xr

file, page = sys.argv[1:]
with open(page, encoding="utf-8") as text:
    documented = set(re.findall(r"\w+", text.read()))
with h5py.File(file) as h5:
    groups = ["/"]
    h5.visititems(lambda name, item: groups.append(name) if isinstance(item, h5py.Group) else None)
options = {"n", "ci", "replicates", "estimator_first", "estimator_total", "resamples", "confidence", "sampler",
           "scramble", "centred", "dependence", "second_order",
           "quantiles", "sweep_batch", "trajectories", "variant", "levels", "step", "aliasing_check", "optimal_from",
           "epsilon", "groups"}  # "every option as used"

for engine in ("h5netcdf", "netcdf4"):
    for group in groups:
        with xr.open_dataset(file, group=group, engine=engine) as ds:
            swept = {"batch"}
            names = (set(ds.variables) | set(ds.dims) | set(ds.attrs)) - options - swept
            assert names <= documented, f"{group}: not in the page: {sorted(names - documented)}"
            for name, variable in ds.variables.items():
                assert "long_name" in variable.attrs, (group, name)
                assert variable.dtype == object or "units" in variable.attrs, (group, name)
    drivers = xr.open_dataset(file, group="analysis/drivers", engine=engine)
    for name in ("S1", "ST"):
        cell = {"output": "tpot", "input": "eta_memory"}
        low, value, high = (float(drivers[f"{name}_ci"].sel(bound="lo", **cell)), float(drivers[name].sel(**cell)),
                            float(drivers[f"{name}_ci"].sel(bound="hi", **cell)))
        assert 0.05 < low < value < high < 0.12, (low, value, high)
    assert str(drivers.unit.sel(output="tpot").values) == "s" and drivers["mean"].attrs["units"] == "unit_of_output"
    band = xr.open_dataset(file, group="analysis/band", engine=engine)
    assert band["quantile"].attrs["units"] == "s"
    assert float(band["quantile"].sel(output="tpot", batch=256, probability=0.95)) > float(
        band["quantile"].sel(output="tpot", batch=1, probability=0.95))
print(f"{len(groups)} groups, two engines: as documented")
