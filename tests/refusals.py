"""Every refusal, fault and warning that the source can raise, read off it: code, status, rule and data."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Any, Final

from api.bodies import BODY_CODES
from api.problems import STATUS, STATUS_OF_CODE
from rummy.errors import _READING_CODES
from rummy.sense import SEVERITY
from rummy.sense.shapes import _CODES as SHAPE_CODES

ROOT: Final = Path(__file__).resolve().parents[1]
ROOMS: Final = ("rummy", "variants", "hosting", "api", "config")

STATUSES: Final = {kind.__name__: status for kind, status in STATUS.items()}
FAULTS: Final = frozenset(("Fault", "SetupFault", "fault"))
_BY_CODE: Final = ("IllegalMove", "InvalidMove", "NotAllowed", "Conflict", "HouseRuleConflict")
CODE_AT: Final = {"Problem": 1, **dict.fromkeys(FAULTS, 1), **dict.fromkeys(_BY_CODE, 0)}
"""What is called with a code, and which argument that is. The other kinds of refusal have one code each."""

_NAMES: Final = frozenset(("bad_name", "control_characters"))
_READ: Final = frozenset(_READING_CODES.values()) - {"not_json"} | {"wrong_type"} | BODY_CODES
PASSED_ON: Final[dict[str, frozenset[str]]] = {
    "api/middleware.py": frozenset(),  # Django's own answers, by status: codes that others raise too
    "api/parsing.py": _READ,
    "api/problems.py": frozenset(),  # what comes from below; DRF's own, by status
    "api/views/melds.py": frozenset(),  # refusals of melds, faults of options
    "hosting/services.py": _NAMES,
    "hosting/setups.py": _NAMES | {"variant_not_found", "variant_retired"},
    "rummy/moves.py": _READ,
    "rummy/sense/faults.py": frozenset(SEVERITY),
    "rummy/sense/shapes.py": frozenset(SHAPE_CODES.values()) | {"wrong_type"},
    "variants/drafts.py": frozenset(("control_characters",)),
    "variants/combinations.py": frozenset(),  # faults of options under another pointer, as the next
    "variants/playtests.py": frozenset(),
}
"""Files that raise codes which do not stand there, and those of them that are single faults only here."""

RULES_OF: Final = {
    "does_not_fit": (),
    "joker_discard": ("discarding.joker", "opening.failure"),
    "taken_card_discard": ("discarding.taken_card",),
}
"""Rules of the refusals that have theirs from elsewhere; ``does_not_fit`` has that of the meld as it would be."""

MADE_UP: Final = frozenset(("why", "name", "bounds", "given"))
"""What a sentence names that is put together from other data."""


@dataclass(frozen=True)
class Raised:
    """A place that raises a code. ``status``: None for a single fault of a body."""

    place: str
    kind: str
    code: str
    status: int | None
    rules: frozenset[str | None] = frozenset()
    data: frozenset[str] = frozenset()
    whole: bool = False
    """Whether all data could be read off."""


def raised() -> Iterator[Raised]:
    """Every refusal and fault of the source with its code."""
    for path, tree in _sources():
        for scope in ast.walk(tree):
            if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
                known = _assigned(scope)
                for node in ast.walk(scope):
                    if isinstance(node, ast.Call) and _called(node) in CODE_AT:
                        yield from _of_call(node, _called(node), f"{path}:{node.lineno}", known)
            elif isinstance(scope, ast.ClassDef):
                yield from _of_class(scope, path)
    for path, codes in PASSED_ON.items():
        for code in sorted(codes):
            yield Raised(path, "Fault", code, None)
    yield Raised("api/middleware.py", "Problem", "internal_error", 500, whole=True)


def passing_on() -> set[str]:
    """The files that raise a code which does not stand there."""
    return {
        path
        for path, tree in _sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and not isinstance(_code(node), ast.Constant | NoneType)
    }


def _sources() -> Iterator[tuple[str, ast.Module]]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def _code(node: ast.Call) -> ast.expr | None:
    """What stands where a call has its code; None where it is not called with one."""
    at = CODE_AT.get(_called(node), len(node.args))
    return node.args[at] if at < len(node.args) else None


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _of_call(node: ast.Call, name: str, place: str, known: dict[str, ast.expr]) -> Iterator[Raised]:
    named = _code(node)
    if not isinstance(named, ast.Constant):
        return
    code = str(named.value)
    status = None if name in FAULTS else STATUS_OF_CODE.get(code, STATUSES.get(name))
    if name == "Problem" and isinstance(node.args[0], ast.Constant):
        status = int(str(node.args[0].value))
    rules = _strings(node.args[1], known) if name == "IllegalMove" and len(node.args) > 1 else frozenset((None,))
    data, whole = _data(node, name, known)
    yield Raised(place, name, code, status, rules if name == "IllegalMove" else frozenset(), data, whole)


def _of_class(scope: ast.ClassDef, path: str) -> Iterator[Raised]:
    """A kind of refusal that has one code: it stands in the class, or is handed to its base."""
    bases = {ast.unparse(base) for base in scope.bases}
    status = STATUSES.get(scope.name) or next((STATUSES[base] for base in sorted(bases) if base in STATUSES), None)
    if status is None:
        return
    for node in ast.walk(scope):
        place = f"{path}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Constant):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if ast.unparse(target) == "code":
                yield Raised(place, scope.name, str(node.value.value), status)
        elif isinstance(node, ast.Call) and _called(node) == "__init__":
            for code in node.args[:1]:
                data, whole = _data(node, "", {})
                if isinstance(code, ast.Constant):
                    yield Raised(place, scope.name, str(code.value), status, data=data, whole=whole)


def _data(node: ast.Call, name: str, known: dict[str, ast.expr]) -> tuple[frozenset[str], bool]:
    """The names of the data of a refusal, and whether they are all."""
    given: list[ast.expr] = []
    found: set[str] = set()
    if name in ("Fault", "SetupFault"):
        given += node.args[2:3] + [each.value for each in node.keywords if each.arg == "data"]
    else:
        found |= {each.arg for each in node.keywords if each.arg} - {"errors", "headers", "suggestion"}
        given += [each.value for each in node.keywords if each.arg is None]
    keys = [_keys(each, known) for each in given]
    return frozenset(found.union(*(some for some, _ in keys))), all(whole for _, whole in keys)


def _keys(value: ast.expr, known: dict[str, ast.expr]) -> tuple[set[str], bool]:
    """The keys of a dict as far as they are written there."""
    if isinstance(value, ast.Name) and value.id in known:
        return _keys(known[value.id], {})
    if isinstance(value, ast.IfExp):
        parts = [_keys(value.body, known), _keys(value.orelse, known)]
    elif isinstance(value, ast.Dict):
        parts = [
            ({str(key.value)}, True) if isinstance(key, ast.Constant) else _keys(inner, known)
            for key, inner in zip(value.keys, value.values, strict=True)
        ]
    else:
        return set(), False
    return set().union(*(keys for keys, _ in parts)), all(whole for _, whole in parts)


def _strings(value: ast.expr, known: dict[str, ast.expr]) -> frozenset[str | None]:
    """What an expression of constants can be; nothing where it is none."""
    if isinstance(value, ast.Name) and value.id in known:
        return _strings(known[value.id], {})
    if isinstance(value, ast.IfExp):
        return _strings(value.body, known) | _strings(value.orelse, known)
    return frozenset((value.value,)) if isinstance(value, ast.Constant) else frozenset()  # type: ignore[arg-type]  # text or None


def _assigned(scope: ast.AST) -> dict[str, ast.expr]:
    """The names that a function assigns, with what is assigned to them last."""
    return {
        target.id: node.value
        for node in ast.walk(scope)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


RAISED: Final = tuple(dict.fromkeys(raised()))
WARNINGS: Final = frozenset(code for code, grave in SEVERITY.items() if grave == "warning")


@cache
def told_of_answers() -> dict[tuple[int | None, str], set[str]]:
    """(status, code) -> members, as docs/refusals.md has them; status None: of a single fault or a warning."""
    found: dict[tuple[int | None, str], set[str]] = {}
    for part in (ROOT / "docs" / "refusals.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        title, *lines = part.splitlines()
        for line in lines[lines.index(next(line for line in lines if line.startswith("|--"))) + 1 :]:
            cells = [cell.strip() for cell in line.strip("|").replace("\\|", "/").split(" | ")]
            status = int(cells.pop(0)) if title.startswith("The code") else 409 if title.startswith("Against") else None
            code, *rest = cells
            found[status, code.strip("`")] = {name.strip("`") for name in rest[-2].split()}
    return found


def untold(problem: dict[str, Any]) -> list[str]:
    """What a problem says and docs/refusals.md does not."""
    told = told_of_answers()
    wrong = _untold(told, problem, problem["status"], {"type", "title", "status", "errors", "rule"})
    for fault in problem["errors"]:
        of_a_place = (None, fault["code"]) in told
        status = None if of_a_place else 409 if (409, fault["code"]) in told else 422
        wrong += _untold(told, fault, status, {"pointer", "suggestion"} | ({"rule"} if status == 409 else set()))
    return wrong


def _untold(
    told: dict[tuple[int | None, str], set[str]], said: dict[str, Any], status: int | None, always: set[str]
) -> list[str]:
    code = said["code"]
    if (status, code) not in told:
        return [f"{status} {code}"]
    members = told[status, code]
    if "inner" in members:
        members = members | {name for (_, code), names in told.items() if code == said["inner"] for name in names}
    return [f"{status} {code}: {name}" for name in sorted(said.keys() - members - always - {"code", "detail"})]
