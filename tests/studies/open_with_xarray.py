"""Opens the example result with both xarray engines and compares with the values the example was built from.

usage: open_with_xarray.py FILE
"""

import sys

import numpy as np
import xarray as xr

GROUPS = ["provenance", "inputs", "analysis/drivers", "analysis/drivers/samples", "analysis/band"]


def check(path, engine):
    root = xr.open_dataset(path, engine=engine)
    assert root.attrs["Conventions"] == "CF-1.10 UQ-1.0", root.attrs
    assert root.attrs["status"] == "complete" and root.attrs["seed"] == 42
    assert list(root.attrs)[-1] == "status", "status is not the last attribute"
    for group in GROUPS:
        with xr.open_dataset(path, group=group, engine=engine) as ds:
            ds.load()

    ds = xr.open_dataset(path, group="analysis/drivers", engine=engine)
    assert list(ds.output.values) == ["tpot", "power µ"]
    assert float(ds.S1.sel(output="tpot", input="eta_memory")) == 0.3139
    assert ds.S1_ci.sel(output="tpot", input="hbm_bw").sel(bound="hi") == 0.0041
    assert np.isnan(ds.S1.sel(output="power µ")).all()
    assert ds.S1.attrs["long_name"] == "S1 of the example" and ds.S1.attrs["units"] == "1"
    assert ds.dead.dtype == np.int8 and ds.dead.attrs["flag_meanings"] == "alive dead"
    assert list(np.atleast_1d(ds.dead.attrs["flag_values"])) == [0, 1]
    assert ds.dead.attrs["flag_values"].dtype == np.int8
    assert ds.rows.dtype == np.int64 and int(ds.rows.sel(output="tpot")) == 4096
    assert list(ds.undefined.values) == ["", "zero variance"]
    assert ds.attrs["method"] == "sobol" and ds.attrs["ci_level"] == 0.95
    assert ds.input.attrs["long_name"] == "uncertain input"

    ds = xr.open_dataset(path, group="analysis/band", engine=engine)
    assert float(ds["mean"].sel(output="tpot", batch=64)) == 0.01623
    assert float(ds["quantile"].sel(output="tpot", batch=1, probability=0.5)) == 0.0121
    assert set(ds["mean"].dims) == {"output", "batch"}
    assert ds.batch.attrs["units"] == "1"
    assert np.size(ds.attrs["warnings"]) == 0 and np.size(ds.attrs["tolerance"]) == 0

    ds = xr.open_dataset(path, group="analysis/drivers/samples", engine=engine)
    assert ds.sizes["sample"] == 4 and ds.sizes["failure"] == 0, ds.sizes
    assert float(ds.x.isel(sample=3).sel(input="hbm_bw")) == 12.0
    assert "sample" not in ds.coords

    ds = xr.open_dataset(path, group="inputs", engine=engine)
    assert float(ds.nominal.sel(input="hbm_bw")) == 3.35e12
    assert float(ds.lower.sel(input="eta_compute")) == -np.inf

    ds = xr.open_dataset(path, group="provenance", engine=engine)
    assert str(ds.study_toml.values) == 'format = 1\nname = "décode"\n'
    assert int(ds.evaluations) == 40960
    assert ds.attrs["command_line"] == "" and ds.attrs["library_19"] == "1.0"


for name in ["h5netcdf", "netcdf4"]:
    check(sys.argv[1], name)
    print("opened with", name)
