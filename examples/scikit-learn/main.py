"""Retrains a model at every tick: scores the model of the tick before on what has come since, then trains a new one."""

import json
import os
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

import joblib
import numpy as np
from botyard import error, input, metric, state, success
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import TimeSeriesSplit, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

# Beside the keys of the state, which are files that end in .json.
MODEL = Path(os.environ["STATE_DIR"]) / "model.joblib"


def closes(symbol: str, days: int) -> tuple[list[str], np.ndarray]:
    """Request the newest closes of a stock from the price feed: their dates and the prices, oldest first."""
    feed = os.environ.get("PRICE_FEED_URL", "").rstrip("/")
    if not feed:
        error("PRICE_FEED_URL is not set: set it to the address of the price feed")
    query = urllib.parse.urlencode({"symbol": symbol, "limit": days})
    with urllib.request.urlopen(f"{feed}/v1/prices?{query}", timeout=10) as answer:
        prices = json.load(answer)["prices"]
    return [one["date"] for one in prices], np.array([one["close"] for one in prices])


def samples(prices: np.ndarray, lags: int) -> tuple[np.ndarray, np.ndarray]:
    """Return for each day the returns before it and whether it rose; the last row is the day that is yet to come."""
    returns = np.diff(np.log(prices))
    before = np.lib.stride_tricks.sliding_window_view(returns, lags)
    return before, (returns[lags:] > 0).astype(int)


def save(model: Any) -> None:
    """Replace the model's file in one step, so that a query never reads half of it."""
    written = MODEL.with_suffix(".new")
    joblib.dump(model, written)
    written.replace(MODEL)


def train(config: dict[str, Any]) -> dict[str, Any]:
    """Score the old model, train and save a new one, and return what is known of it."""
    symbol, lags = config["symbol"], config["lags"]
    dates, prices = closes(symbol, config["days"])
    before, rose = samples(prices, lags)
    known = state.get("model", {})
    summary = {
        "symbol": symbol,
        "trained_to": dates[-1],
        "trainings": known.get("trainings", 0) + 1,
    }
    if MODEL.exists() and (known.get("symbol"), known.get("lags")) == (symbol, lags):
        # What the old model has not seen: the days after the last one that it was trained with.
        unseen = [at for at, date in enumerate(dates[lags + 1 :]) if date > known["trained_to"]]
        if unseen:
            old = joblib.load(MODEL)
            summary["unseen_days"] = len(unseen)
            summary["unseen_accuracy"] = round(old.score(before[unseen], rose[unseen]), 4)
    model = make_pipeline(StandardScaler(), LogisticRegression())
    # Each part is scored by a model that was trained with the days before it alone.
    accuracies = cross_val_score(model, before[:-1], rose, cv=TimeSeriesSplit(n_splits=5))
    model.fit(before[:-1], rose)
    save(model)
    summary["accuracy"] = round(float(accuracies.mean()), 4)
    summary["rises"] = round(float(model.predict_proba(before[-1:])[0, 1]), 4)
    state.set("model", {**summary, "lags": lags})
    return summary


def main() -> None:
    _, config = input.parse()
    try:
        summary = train(config)
    except (OSError, ValueError, LookupError) as failure:
        error(f"the model was not trained: {failure}")
    metric("model", summary)
    success(f"trained to {summary['trained_to']}, accuracy {summary['accuracy']}", summary)


main()
