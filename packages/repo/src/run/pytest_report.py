"""A pytest plugin that writes a report for the gate to the file BOTYARD_PYTEST_REPORT."""

from __future__ import annotations

import json
import os
from pathlib import Path

# Removed, because test processes inherit the environment.
target = Path(os.environ.pop("BOTYARD_PYTEST_REPORT"))

passed = set()
failures = {}
not_run = {}


def take(report):
    """Record the failure or skip of a collected file or of one phase of a test."""
    if report.failed:
        printed = [f"{title}:\n{text}" for title, text in report.sections]
        failures.setdefault(report.nodeid, []).append("\n".join([report.longreprtext, *printed]))
    elif report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longreprtext
        not_run[report.nodeid] = reason.removeprefix("Skipped: ")


def pytest_collectreport(report):
    """Record a file that cannot be loaded as failed, and one that skips itself as not run."""
    take(report)


def pytest_runtest_logreport(report):
    """Record one phase of a test: set-up, call or tear-down."""
    take(report)
    if report.when == "call" and (report.passed or hasattr(report, "wasxfail")):
        passed.add(report.nodeid)


def pytest_sessionfinish():
    """Write the report."""
    outcome = {
        "passed": len(passed - failures.keys()),
        "failures": [{"id": name, "output": "\n".join(texts)} for name, texts in failures.items()],
        "notRun": [f"{name}: {reason}" for name, reason in not_run.items()],
    }
    target.write_text(json.dumps(outcome), encoding="utf-8")
