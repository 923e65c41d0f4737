"""The bot and its query, run without a platform; the feed is a server of the test."""

import http.server
import json
import pathlib
import threading
from collections.abc import Iterator
from urllib.parse import parse_qs, urlparse

import pytest
from botyard import testing

FOLDER = pathlib.Path(__file__).parents[1]
PRICES = {"GOOG": [506.37, 509.76], "AAPL": [258.68, 255.99]}
DAYS = ["2010-05-04", "2010-05-05"]


@pytest.fixture
def feed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Serve the prices of one day, then those of the next."""
    asked = iter([0, 1])

    class Feed(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            params = {
                name: values[0] for name, values in parse_qs(urlparse(self.path).query).items()
            }
            day = DAYS.index(params["at"]) if "at" in params else next(asked)
            price = {"date": DAYS[day], "close": PRICES[params["symbol"]][day]}
            body = json.dumps({"as_of": DAYS[day], "prices": [price]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Feed) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("PRICE_FEED_URL", f"http://127.0.0.1:{server.server_port}")
        yield
        server.shutdown()


def test_the_spread_of_each_look_is_emitted_and_its_extremes_are_kept(feed: None) -> None:
    with testing.Bot({"interval_ms": 10_000}, stop_after=20) as bot:
        assert bot.run(FOLDER / "main.py") == 0
        assert [(one.data["date"], one.data["spread"]) for one in bot.metrics] == [
            ("2010-05-04", 247.69),
            ("2010-05-05", 253.77),
        ]
        assert bot.metrics[1].timestamp == "2026-01-01T00:00:10.000Z"
        bot.run(FOLDER / "query.py")
        answer = bot.ask("/spread")["data"]
        assert (answer["low"], answer["high"], answer["looks"]) == (247.69, 253.77, 2)
