"""Tables that are played over HTTP as fast as the server answers, one request after the other at each."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any

DRAW = {"kind": "draw_stock"}
READY = {"kind": "ready"}
Json = dict[str, Any]


class Connection:
    """One kept-alive HTTP/1.1 connection; far cheaper than a client library, which would share the server's cores."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, token: str = "", body: Any = None, **headers: str) -> Json:
        """The JSON of a 2xx answer. Raises RuntimeError for any other."""
        if self._streams is None or self._streams[0].at_eof():  # The server closes what was idle for some seconds.
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        payload = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self._port}", f"Content-Length: {len(payload)}"]
        lines += ["Content-Type: application/json"] if payload else []
        lines += [f"Authorization: Bearer {token}"] if token else []
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join([*lines, "", ""]).encode() + payload)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        length = next(int(line[15:]) for line in head if line.startswith("content-length:"))
        answer = await reader.readexactly(length)
        if not head[0].split()[1].startswith("2"):
            raise RuntimeError(f"{method} {path}: {answer.decode()}")
        found: Json = json.loads(answer)
        return found

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()
            self._streams = None


@dataclass
class Table:
    """A game of two seats of ours that draw and throw what they drew, deal after deal: a match without end."""

    line: Connection
    id: str
    tokens: list[str]
    view: Json
    took: list[float] = field(default_factory=list)
    """Seconds of each accepted move."""

    @classmethod
    async def open(cls, port: int, *seats: Json) -> Table:
        line = Connection(port)
        body = {"variant": "rummy", "seats": list(seats) or [{"name": "Ann"}, {"name": "Ben"}]}
        made = await line.ask("POST", "/api/v1/games", body=body)
        return cls(line, made["game"]["id"], [each["token"] for each in made["tokens"]], made["game"])

    async def move(self) -> None:
        """One move of whoever is due."""
        seat = self.view["to_act"][0]
        if self.view["phase"] == "draw":
            move: Json = DRAW
        elif self.view["phase"] == "between":
            move = READY
        else:
            move = {"kind": "discard", "card": self.view["me"]["drawn"][0]}
        start = time.perf_counter()
        self.view = await self.line.ask(
            "POST",
            f"/api/v1/games/{self.id}/moves",
            self.tokens[seat],
            {"moves": [move]},
            If_Match=f'"{self.view["version"]}"',
        )
        self.took.append(time.perf_counter() - start)

    async def play_until(self, ends: float) -> None:
        """Move after move until the clock says so."""
        while time.perf_counter() < ends:
            await self.move()
