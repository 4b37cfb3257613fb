"""The server's field errors and the client's messages are the same words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stallage.cart import rules as cart
from stallage.core.validation import DUPLICATES, MESSAGES

CLIENT = Path(__file__).parents[3] / "web/src/messages/en-US"


def client_messages() -> dict[str, str]:
    """Every one-line sentence of the client's catalogue, by key."""
    text = "\n".join(path.read_text() for path in sorted(CLIENT.glob("*.ts")))
    return dict(re.findall(r'"([\w.-]+)":\s+"([^"]*)"', text))


@pytest.mark.parametrize("rule", MESSAGES)
def test_a_rule_says_the_same_on_both_sides(rule: str) -> None:
    assert client_messages()[f"rule.{rule}"] == MESSAGES[rule]


def test_the_client_has_no_rule_that_the_server_words_otherwise() -> None:
    known = {key.removeprefix("rule.") for key in client_messages() if key.startswith("rule.")}
    assert known - MESSAGES.keys() == {"upload"}


def test_what_is_there_twice_is_told_the_same_on_both_sides() -> None:
    said = client_messages()
    assert {f"duplicate.{key}": text for key, text in DUPLICATES.items()} == {
        key: text for key, text in said.items() if key.startswith("duplicate.")
    }


def test_the_cart_and_uploads_say_the_same_on_both_sides() -> None:
    said = client_messages()
    server = CLIENT.parents[3] / "server/stallage"
    assert cart.MESSAGES["quantity_unavailable"] == said["cart.quantityUnavailable"]
    assert cart.MESSAGES["out_of_stock"] == said["cart.outOfStock"]
    assert cart.MESSAGES["unavailable"] == said["cart.unavailable"]
    assert cart.MESSAGES["price_changed"] == said["cart.priceChanged"]
    assert f'"{said["rule.upload"]}"' in (server / "uploads/routes.py").read_text()
