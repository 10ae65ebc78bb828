"""A person at a table, over HTTP: looks, and plays the first move that ends the turn."""

from __future__ import annotations

import time
from typing import Any, Self

import httpx


class Player:
    """Plays one seat of a game on a real server, by its token."""

    def __init__(self, url: str, game: str, token: str) -> None:
        self.path = f"/api/v1/games/{game}"
        self.http = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}, timeout=60)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def view(self) -> dict[str, Any]:
        """What the seat sees now."""
        answer = self.http.get(self.path)
        answer.raise_for_status()
        return dict(answer.json())

    def events(self, after: int = 0) -> list[dict[str, Any]]:
        """The events after a number, all of them."""
        found: list[dict[str, Any]] = []
        while page := self.http.get(f"{self.path}/events", params={"after": after}).json()["events"]:
            found += page
            after = page[-1]["seq"]
        return found

    def act(self, view: dict[str, Any]) -> dict[str, Any]:
        """Plays a move, if it is still the seat's turn: a lay, else the first listed. Returns the view after it."""
        moves = self.http.get(f"{self.path}/legal-moves").json()["moves"]
        if not moves:
            return self.view()
        lays = [move for move in moves if move["kind"] == "lay"]
        move = lays[0] if lays else moves[0]
        answer = self.http.post(
            f"{self.path}/moves", json={"moves": [move]}, headers={"If-Match": f'"{view["version"]}"'}
        )
        if answer.status_code == 412:
            return self.view()
        assert answer.status_code == 200, (move, answer.text)
        return dict(answer.json())

    def play_until(self, seconds: float, *, version: int | None = None) -> dict[str, Any]:
        """Plays until the match is finished, or the game has this version. Raises TimeoutError."""
        end = time.monotonic() + seconds
        view = self.view()
        while view["status"] == "playing" and (version is None or view["version"] < version):
            if time.monotonic() > end:
                raise TimeoutError(f"still {view['phase']} of deal {view['deal']}, to act {view['to_act']}")
            if view["me"]["seat"] in view["to_act"]:
                view = self.act(view)
            else:
                self.http.get(f"{self.path}/events", params={"after": view["version"], "wait": 5})
                view = self.view()
        return view
