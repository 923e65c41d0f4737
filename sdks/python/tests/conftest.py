"""Bots and query servers as real processes, each in its own folder."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from program import SOURCE as QUESTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SOURCE = Path(__file__).parents[1] / "src"
PATIENCE = 20


@dataclass(frozen=True)
class Ended:
    """The outcome of a bot process."""

    code: int
    stdout: bytes
    stderr: bytes
    folder: Path

    @property
    def output(self) -> list[Any]:
        """The JSON lines of standard output."""
        return [json.loads(line) for line in self.stdout.decode().splitlines()]

    @property
    def errors(self) -> list[Any]:
        """The JSON lines of standard error."""
        return [json.loads(line) for line in self.stderr.decode().splitlines()]

    @property
    def result(self) -> Any:
        """The content of the result file, or None."""
        file = self.folder / "result.json"
        return json.loads(file.read_bytes()) if file.exists() else None


class Folder:
    """A folder with a bot, and the environment that the platform would set."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(SOURCE),
            "BOT_ID": "bot-1",
            "BOT_CONFIG": '{"symbol":"AAPL"}',
            "CODE_MOUNT_DIR": str(path),
            "RESULT_PATH": str(path / "result.json"),
            "STATE_DIR": str(path / "state"),
        }

    def start(self, source: str, **environment: str | None) -> subprocess.Popen[bytes]:
        """Start a program; a variable with the value None is unset."""
        program = self.path / "program.py"
        program.write_text(source, encoding="utf-8")
        given = {**self.environment, **environment}
        return subprocess.Popen(
            [sys.executable, "-S", str(program)],
            cwd=self.path,
            env={name: value for name, value in given.items() if value is not None},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, source: str, **environment: str | None) -> Ended:
        """Run a program until it ends."""
        process = self.start(source, **environment)
        try:
            stdout, stderr = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()  # a bot that hangs fails its test and is killed
            process.communicate()
            raise
        return Ended(process.returncode, stdout, stderr, self.path)

    def ask(self, source: str, path: str, params: str | None = None) -> Ended:
        """Run a query program for one query."""
        return self.run(source, QUERY_PATH=path, QUERY_PARAMS=params)


class Server:
    """A query program that serves HTTP."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process = process
        self.port = port
        self._sockets: list[socket.socket] = []
        self._wait_until_listening()

    def _wait_until_listening(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                _, stderr = self.process.communicate()
                raise AssertionError(f"the server ended: {stderr.decode()}")
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE).close()
            except ConnectionRefusedError:
                time.sleep(0.002)
            else:
                return
        raise AssertionError("the server does not listen")

    def client(self) -> HTTPConnection:
        """Return a client whose connection stays open between requests."""
        return HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(
        self, target: str, body: str | bytes | None = None, method: str | None = None
    ) -> tuple[int, Any]:
        """Send one query on a new connection; return status and answer."""
        client = self.client()
        client.request(method or ("GET" if body is None else "POST"), target, body)
        response = client.getresponse()
        answer = response.read()
        client.close()
        assert response.headers["Content-Type"] == "application/json"
        return response.status, json.loads(answer)

    def connect(self) -> socket.socket:
        """Return a TCP connection."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        self._sockets.append(connection)
        return connection

    def send(self, raw: bytes) -> bytes:
        """Send bytes and return everything that the server sends until it closes."""
        connection = self.connect()
        connection.sendall(raw)
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: connection.recv(65536), b""))

    def stop(self, number: int = signal.SIGTERM) -> Ended:
        """Send a signal and wait for the end."""
        self.process.send_signal(number)
        stdout, stderr = self.process.communicate(timeout=PATIENCE)
        return Ended(self.process.returncode, stdout, stderr, Path())

    def close(self) -> None:
        """Kill the server."""
        for connection in self._sockets:
            connection.close()
        self.process.kill()
        self.process.communicate()


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
def bot(tmp_path: Path) -> Folder:
    """Return a folder to run bots in."""
    return Folder(tmp_path)


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Return a function that starts a query program as a server."""
    servers: list[Server] = []

    def start(source: str, **environment: str | None) -> Server:
        port = free_port()
        process = Folder(tmp_path).start(source, **{"QUERY_PORT": str(port), **environment})
        try:
            servers.append(Server(process, port))
        except AssertionError:
            process.kill()
            process.communicate()
            raise
        return servers[-1]

    yield start
    for server in servers:
        server.close()


@pytest.fixture
def server(serve: Callable[..., Server]) -> Server:
    """Start the program of `program.py`."""
    return serve(QUESTIONS)


@pytest.fixture
def state_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Set an empty state directory and unset the query variables."""
    directory = tmp_path / "state"
    monkeypatch.setenv("STATE_DIR", str(directory))
    monkeypatch.delenv("QUERY_PATH", raising=False)
    monkeypatch.delenv("QUERY_PORT", raising=False)
    return directory
