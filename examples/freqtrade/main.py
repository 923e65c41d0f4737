"""Starts freqtrade with the settings of the package and of the instance, as `freqtrade trade` would."""

import json
import os
from pathlib import Path
from typing import Any

from botyard import BotyardError, error, input, log

CODE = Path(__file__).parent


def own_settings(config: dict[str, Any]) -> dict[str, Any]:
    """Return the config of the instance in the form of freqtrade's settings."""
    exchange: dict[str, Any] = {"pair_whitelist": config["pairs"]}
    if "api_key" in config:
        exchange |= {"key": config["api_key"], "secret": config.get("api_secret", "")}
    if "url" in config:
        urls = {"api": {"public": config["url"], "private": config["url"]}}
        # The local exchange has no web sockets, so that prices are requested.
        exchange |= {"ccxt_config": {"urls": urls}, "enable_ws": False}
    # Beside the keys of the state: the database outlives the process.
    database = Path(os.environ["STATE_DIR"]) / "trades.sqlite"
    return {
        "dry_run": config["dry_run"],
        "stake_amount": config["stake"],
        "exchange": exchange,
        "db_url": f"sqlite:///{database}",
    }


def main() -> None:
    _, config = input.parse()
    # The folder for temporary files belongs to this process alone, and may therefore have the keys.
    home = Path(os.environ["TMPDIR"])
    user_data = home / "user_data"
    user_data.mkdir(exist_ok=True)
    settings = home / "instance.json"
    settings.write_text(json.dumps(own_settings(config)))

    # Before freqtrade is loaded, which otherwise logs text. `log_config` in settings.json keeps it so.
    log.capture_logging()
    from freqtrade.main import main as freqtrade

    freqtrade(
        [
            "trade",
            *("--config", str(CODE / "settings.json"), "--config", str(settings)),
            *("--strategy-path", str(CODE / "strategies"), "--userdir", str(user_data)),
        ]
    )


try:
    main()
except BotyardError as failure:
    error(str(failure))
