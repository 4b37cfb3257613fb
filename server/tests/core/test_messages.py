"""The server's and the web client's messages are the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stallage.cart.rules import lines as cart
from stallage.core.validation import DUPLICATES, MESSAGES

pytestmark = pytest.mark.fast

CLIENT = Path(__file__).parents[3] / "web/src/messages/en-US"


def client_messages() -> dict[str, str]:
    """Return all one-line messages of the client's catalog, by key."""
    text = "\n".join(path.read_text() for path in sorted(CLIENT.glob("*.ts")))
    return dict(re.findall(r'"([\w.-]+)":\s+"([^"]*)"', text))


@pytest.mark.parametrize("rule", MESSAGES)
def test_rule_messages_are_the_same(rule: str) -> None:
    assert client_messages()[f"rule.{rule}"] == MESSAGES[rule]


def test_the_client_has_no_rules_of_its_own() -> None:
    rules = {key.removeprefix("rule.") for key in client_messages() if key.startswith("rule.")}
    assert rules - MESSAGES.keys() == {"upload"}


def test_messages_of_duplicates_are_the_same() -> None:
    assert {f"duplicate.{key}": text for key, text in DUPLICATES.items()} == {
        key: text for key, text in client_messages().items() if key.startswith("duplicate.")
    }


def test_messages_of_carts_and_uploads_are_the_same() -> None:
    messages = client_messages()
    server = CLIENT.parents[3] / "server/stallage"
    assert cart.MESSAGES["quantity_unavailable"] == messages["cart.quantityUnavailable"]
    assert cart.MESSAGES["out_of_stock"] == messages["cart.outOfStock"]
    assert cart.MESSAGES["unavailable"] == messages["cart.unavailable"]
    assert cart.MESSAGES["price_changed"] == messages["cart.priceChanged"]
    assert f'"{messages["rule.upload"]}"' in (server / "uploads/dependencies.py").read_text()
