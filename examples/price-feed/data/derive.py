"""Copies the date and close columns of four symbols from the bokeh_sampledata package.

Run it with the folder of the unpacked package:
    pip download --no-deps bokeh_sampledata==2025.0 && unzip bokeh_sampledata-2025.0-*.whl -d unpacked
    python3 derive.py unpacked
"""

import csv
import pathlib
import shutil
import sys

here = pathlib.Path(__file__).parent
unpacked = pathlib.Path(sys.argv[1])

for symbol in ("AAPL", "GOOG", "IBM", "MSFT"):
    with open(unpacked / "bokeh_sampledata" / "_data" / f"{symbol}.csv", newline="") as source:
        rows = [f"{row['Date']},{row['Close']}" for row in csv.DictReader(source)]
    (here / f"{symbol}.csv").write_text("\n".join(["date,close", *rows]) + "\n")

shutil.copy(unpacked / "bokeh_sampledata-2025.0.dist-info" / "licenses" / "LICENSE.txt", here / "LICENSE.txt")
