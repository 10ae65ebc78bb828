import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from config.env import Env, lan_address

OPERATIONS = Path(__file__).resolve().parents[2] / "docs" / "operations.md"


def test_the_documentation_lists_every_variable_in_the_models_words() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| .*? \| (.*) \|$", OPERATIONS.read_text(), re.MULTILINE)
    assert rows == [(name.upper(), field.description) for name, field in Env.model_fields.items()]


def test_a_database_url_is_taken_apart() -> None:
    env = Env(database_url="postgresql://ann:p%40ss@db.example:5433/meld%2Fhouse")
    assert env.database == {
        "NAME": "meld/house",
        "USER": "ann",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": 5433,
    }


def test_without_a_url_the_database_is_a_file() -> None:
    assert Env(database_url="").database == {}


def test_only_this_machines_names_are_answered_to() -> None:
    assert Env(host="127.0.0.1").hosts == ["localhost", "127.0.0.1", "[::1]"]
    assert lan_address() in Env(host="0.0.0.0").hosts
    assert Env(allowed_hosts="a.example, b.example").hosts == ["a.example", "b.example"]


def test_every_fault_is_named() -> None:
    with pytest.raises(ValidationError) as error:
        Env.model_validate({"port": 70000, "bot_think_seconds": -1, "broker_url": "smoke://signal"})
    assert [fault["loc"] for fault in error.value.errors()] == [("port",), ("bot_think_seconds",), ("broker_url",)]


def test_debug_mode_stays_on_this_machine() -> None:
    assert Env(debug=True, host="localhost").debug
    with pytest.raises(ValidationError):
        Env(debug=True, host="192.168.1.5")
