"""The API returns each message of the specification's section 5, word for word.

`contract/rules.json` names a form, a call and an input for each; `web/e2e/rules.spec.ts` types the
same inputs into the forms.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from stallage.core.validation import DUPLICATES, MESSAGES
from stallage.declaration.errors import InvalidDeclaration
from stallage.declaration.reading import read_declaration
from stallage.settings import Settings
from tests.checkout.factory import ADDRESS
from tests.products.factory import SkuSpec, make_product
from tests.reviews.factory import buy
from tests.shop import Shop

TABLE: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "contract/rules.json").read_text()
)
CALLS = [row for row in TABLE if "call" in row]
FILES = [row for row in TABLE if "apply" in row]


def test_the_table_has_every_rule_and_every_duplicate() -> None:
    assert {row["rule"] for row in CALLS} >= MESSAGES.keys() - {"invalid", "tooMany"}
    assert {row["message"] for row in FILES} == set(DUPLICATES.values())


async def test_a_call_returns_the_message_of_the_broken_rule(shop: Shop) -> None:
    order = await buy(shop)
    async with shop.database.transaction() as connection:
        scarce = await make_product(connection, skus=[SkuSpec(stock=4)])
        sold_out = await make_product(connection, skus=[SkuSpec(stock=0)])
    placed = {"{scarce}": scarce.sku_id, "{soldOut}": sold_out.sku_id}
    for row in CALLS:
        call = row["call"]
        sent: dict[str, Any] = {"headers": order.customer.headers}
        if "newsletter" not in call["path"] and "contact" in call["path"]:
            sent = {}
        if "file" in call:
            sent["files"] = {"file": ("a.png", call["file"].encode())}
        elif "body" in call:
            body = {**call["body"]}
            if "skuId" in body:
                body["skuId"] = placed.get(body["skuId"], body["skuId"])
            sent["json"] = body
        path = call["path"].replace("{orderId}", order.order_id)
        status, error = await shop.error(call["method"], path, **sent)
        messages = error["fields"][row["field"]] if "field" in row else [error["message"]]
        assert (status, messages) == (call.get("status", 422), [row["message"]]), row["form"]


@pytest.mark.parametrize("row", FILES, ids=[row["message"] for row in FILES])
def test_a_duplicate_in_a_shop_file_is_reported(row: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "shop.toml"
    file.write_text(row["apply"])
    now = datetime(2026, 3, 9, 12, tzinfo=UTC)
    with pytest.raises(InvalidDeclaration) as refused:
        read_declaration(file, Settings(data_dir=tmp_path), now)
    (problem,) = refused.value.problems
    assert row["message"] in problem.text
    assert problem.line


EMAILS = [
    "ada\n@example.com",
    "ada@example.com\nBcc: eve@example.com",
    "a da@example.com",
    "ada\t@example.com",
    "ada\x00@example.com",
    "ada\u2028@example.com",
    "\u00e4da@exam\u200bple.com",
    "ada@example",
    "@",
    "a" * 250 + "@example.com",
    "a" * 100_000,
    5,
    ["ada@example.com"],
    {"ada": 1},
    True,
]
PHONES = ["202\n5550143x", "202555014", "20255501431", "2025550143\x00", "2" * 1000, 2025550143]


@pytest.mark.parametrize(
    ("path", "field", "rest"),
    [
        ("/auth/otp/request", "", {}),
        ("/auth/otp/validate", "", {"otp": "123456"}),
        ("/api/orders/lookup", "", {}),
        ("/api/privacy/export", "", {"otp": "123456"}),
        ("/api/withdrawals", "", {"orderId": "SO-7K2M-9QXD", "name": "Ada"}),
        ("/api/newsletter", "", {}),
        ("/api/contact", "", {"name": "Ada", "subject": "Hello", "message": "Hello"}),
        ("/api/orders", "contact", {"paymentMethod": "cod", "skuIds": [1]}),
    ],
)
async def test_every_invalid_contact_has_the_same_message(
    shop: Shop, path: str, field: str, rest: dict[str, Any]
) -> None:
    kinds: list[tuple[str, list[Any]]] = [("email", EMAILS)]
    if path not in ("/api/newsletter", "/api/contact"):
        kinds.append(("phone", PHONES))
    for kind, values in kinds:
        for value in values:
            given = {kind: value}
            body = {**rest, field: given, "address": ADDRESS} if field else {**rest, **given}
            status, error = await shop.error("POST", path, json=body)
            name = f"{field}.{kind}" if field else kind
            assert status == 422, (path, str(value)[:80], error)
            assert error["fields"] == {name: [MESSAGES[kind]]}, (path, str(value)[:80], error)


async def test_spaces_and_lines_around_an_address_do_not_count(shop: Shop) -> None:
    sent = {"email": " \n dana@example.com\t\n"}
    assert await shop.output("POST", "/api/newsletter", json=sent) == {"email": "dana@example.com"}
