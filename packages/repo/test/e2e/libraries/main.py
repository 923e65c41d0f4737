"""Uses one library after the other, and reports what came out."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from botyard import input, success

_, config = input.parse()
cache = Path(os.environ["XDG_CACHE_HOME"])
work = Path(os.environ["TMPDIR"])


def with_numpy() -> Any:
    import numpy as np

    return float(np.linalg.solve(np.array([[3.0, 1.0], [1.0, 2.0]]), np.array([9.0, 8.0])).sum())


def with_pandas() -> Any:
    import pandas as pd

    index = pd.date_range("2026-03-07", periods=72, freq="h", tz="UTC").tz_convert(
        "America/New_York"
    )
    # On this day in spring, New York has 23 hours.
    return (
        pd.Series(1, index)
        .resample("D")
        .sum()
        .to_dict()[pd.Timestamp("2026-03-08", tz="America/New_York")]
    )


def with_scipy() -> Any:
    from scipy.optimize import minimize_scalar

    return round(float(minimize_scalar(lambda x: (x - 2) ** 2).x), 6)


def with_matplotlib() -> Any:
    # Whether the list of fonts is there from an earlier run.
    had_fonts = any((cache / "matplotlib").glob("fontlist-*.json"))
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots()
    axes.plot([1, 2, 3], [1, 4, 9], label="€")
    axes.legend()
    figure.savefig(work / "chart.png")
    is_png = (work / "chart.png").read_bytes().startswith(b"\x89PNG")
    return {"is_png": is_png, "had_fonts": had_fonts}


def with_numba() -> Any:
    import numba
    from compiled import triangle

    result = int(triangle(1000))
    loaded = sum(triangle.stats.cache_hits.values())
    return {"result": result, "from_cache": loaded, "threads": numba.config.NUMBA_NUM_THREADS}


def with_pyarrow() -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"close": [1.5, 2.5]}), work / "closes.parquet")
    total = pq.read_table(work / "closes.parquet")["close"].to_pylist()
    return {"sum": sum(total), "threads": pa.cpu_count()}


def with_polars() -> Any:
    import polars as pl

    frame = pl.DataFrame({"pair": ["A", "B", "A"], "value": [1, 2, 3]})
    sums = frame.lazy().group_by("pair").agg(pl.col("value").sum()).sort("pair").collect()
    return {"sums": sums["value"].to_list(), "threads": pl.thread_pool_size()}


def with_zoneinfo() -> Any:
    from datetime import datetime
    from zoneinfo import ZoneInfo

    return datetime(2026, 7, 1, tzinfo=ZoneInfo("Europe/Berlin")).utcoffset().total_seconds()


def with_requests() -> Any:
    import certifi
    import requests

    status = requests.get(config["url"] + "/0/public/SystemStatus", timeout=10).json()["result"][
        "status"
    ]
    try:
        # Not listed in bot-config.yaml.
        requests.get("https://api.kraken.com/0/public/Time", timeout=10)
        other = "answered"
    except requests.ConnectionError:
        other = "refused"
    return {
        "status": status,
        "other": other,
        "certificates": Path(certifi.where()).stat().st_size > 100_000,
    }


def report(uses: list[Callable[[], Any]]) -> dict[str, Any]:
    """Return what each one returned, or its failure."""
    found = {}
    for use in uses:
        name = use.__name__.removeprefix("with_")
        try:
            found[name] = use()
        except Exception as failure:
            found[name] = f"{type(failure).__name__}: {failure}"
    return found


success(
    "done",
    report(
        [
            *(with_numpy, with_pandas, with_scipy, with_matplotlib, with_numba),
            *(with_pyarrow, with_polars, with_zoneinfo, with_requests),
        ]
    ),
)
