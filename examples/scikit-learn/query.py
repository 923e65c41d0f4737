"""The queries of the bot: the model of the last tick, and what it says of returns that the caller names."""

import os
from pathlib import Path
from typing import Any

from botyard import query, state


def prediction(request: query.Request) -> dict[str, Any]:
    """Return how probable a rise is after these returns, oldest first."""
    # Not above: importing it takes longer than answering the other query.
    import joblib

    returns = request.get_array("returns", [])
    lags = state.get("model", {}).get("lags")
    if len(returns) != lags:
        raise ValueError(f"the model needs {lags} returns, and got {len(returns)}")
    model = joblib.load(Path(os.environ["STATE_DIR"]) / "model.joblib")
    return {"rises": round(float(model.predict_proba([returns])[0, 1]), 4)}


query.handler("/model", lambda _: state.get("model", {"trainings": 0}))
query.handler("/prediction", prediction)
query.run()
