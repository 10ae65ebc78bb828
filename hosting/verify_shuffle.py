"""Checks the shuffles of a game's record with Python's standard library alone.

    python verify_shuffle.py record.json

For each deal the commitment shown before it must be the hash of the nonce revealed after the match, and every order in
the log must be the one that nonce, game, deal, number of the shuffle and the seats' salts give.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

WORD = 2**32
CARDS = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"] + ["X"]


def commitment(nonce: str) -> str:
    """What is shown of a nonce before the deal."""
    return hashlib.sha256(f"rummy-shuffle/1|{nonce}".encode()).hexdigest()


def words(nonce: str, game_id: str, deal: int, number: int, salts: Mapping[str, str]) -> Iterator[int]:
    """32-bit words from SHA-256 over nonce | game | deal | number | salts | counter; salts as hex, in seat order."""
    mixed = ",".join(f"{seat}:{salts[seat].encode().hex()}" for seat in sorted(salts, key=int))
    counter = 0
    while True:
        text = f"{nonce}|{game_id}|{deal}|{number}|{mixed}|{counter}"
        digest = hashlib.sha256(text.encode()).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        counter += 1


def shuffled(
    cards: Sequence[str], *, nonce: str, game_id: str, deal: int, number: int, salts: Mapping[str, str]
) -> list[str]:
    """Fisher-Yates over the cards in canonical order, with rejection so that no place is favoured."""
    result = sorted(cards, key=CARDS.index)
    source = words(nonce, game_id, deal, number, salts)
    for last in range(len(result) - 1, 0, -1):
        bound = WORD - WORD % (last + 1)
        word = next(source)
        while word >= bound:
            word = next(source)
        other = word % (last + 1)
        result[last], result[other] = result[other], result[last]
    return result


def problems(record: Mapping[str, Any]) -> list[str]:
    """What is wrong with a record's shuffles; [] when all of them hold."""
    commitments, nonces = record["commitments"], record["nonces"]
    if len(nonces) != len(commitments):
        return ["the nonces are not revealed: that happens when the match is over"]
    found = [
        f"deal {deal}: the nonce is not the one committed to"
        for deal, (shown, nonce) in enumerate(zip(commitments, nonces, strict=True), 1)
        if commitment(nonce) != shown
    ]
    deal, number = 0, 0
    salts: dict[str, str] = {}
    sent: dict[str, str] = {}
    for event in record["events"]:
        if event["kind"] == "ready" and event.get("salt"):
            sent[str(event["seat"])] = event["salt"]
        elif event["kind"] == "dealt":
            deal, number, salts = deal + 1, 0, event["salts"]
            if deal > 1 and salts != sent:
                found.append(f"deal {deal}: its salts are not those that the seats sent")
            sent = {}
        elif event["kind"] == "reshuffled":
            number += 1
        if event["kind"] not in ("dealt", "reshuffled") or event.get("arranged"):
            continue
        nonce, game_id = nonces[deal - 1], record["game"]
        due = shuffled(event["order"], nonce=nonce, game_id=game_id, deal=deal, number=number, salts=salts)
        if due != event["order"]:
            found.append(f"deal {deal}, shuffle {number}: not the order that its nonce and salts give")
    return found


def main(arguments: Sequence[str]) -> int:
    """Prints what is wrong, or that all is well; exit code 1 when something is wrong, 2 when there is no record."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python verify_shuffle.py record.json\n")
        return 2
    try:
        found = problems(json.loads(Path(arguments[0]).read_text(encoding="utf-8")))
    except (OSError, ValueError, LookupError, TypeError) as error:
        sys.stderr.write(f"{arguments[0]} is no record: {error!r}\n")
        return 2
    sys.stdout.write("\n".join(found or ["all shuffles hold"]) + "\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
