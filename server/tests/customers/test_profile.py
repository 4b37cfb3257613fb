"""GET and PUT /customer."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

from stallage.core import clock
from tests.customers.factory import someone
from tests.shop import Shop


async def test_a_guest_has_no_details(shop: Shop) -> None:
    for method in ("GET", "PUT"):
        status, error = await shop.error(method, "/customer", json={} if method == "PUT" else None)
        assert (status, error["code"]) == (401, "unauthorized")


async def test_omitted_fields_stay_unchanged(shop: Shop) -> None:
    ada = await someone(shop)
    changed = await shop.output(
        "PUT",
        "/customer",
        headers=ada.headers,
        json={"firstName": " Augusta ", "dob": "1985-12-10", "gender": "female"},
    )
    assert (changed["firstName"], changed["lastName"]) == ("Augusta", "Miller")
    assert (changed["dob"], changed["gender"]) == ("1985-12-10", "female")
    assert changed == await shop.output("GET", "/customer", headers=ada.headers)
    emptied = await shop.output("PUT", "/customer", headers=ada.headers, json={"dob": None})
    assert (emptied["dob"], emptied["gender"]) == (None, "female")


async def test_contacts_cannot_be_changed_with_the_profile(shop: Shop) -> None:
    ada = await someone(shop)
    customer = await shop.output(
        "PUT",
        "/customer",
        headers=ada.headers,
        json={"email": "eve@example.com", "phone": "5035550143", "id": 1, "isPrimary": True},
    )
    assert (customer["email"], customer["phone"]) == (ada.email, None)


INVALID: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({"firstName": ""}, "firstName", "First name cannot be blank."),
    ({"firstName": "   "}, "firstName", "First name cannot be blank."),
    ({"lastName": "x" * 81}, "lastName", "Last name cannot exceed 80 characters."),
    ({"firstName": "a\nb"}, "firstName", "First name must be a single line of text."),
    ({"firstName": 5}, "firstName", "First name is not valid."),
    ({"gender": "robot"}, "gender", "Gender is not valid."),
    ({"dob": "tomorrow"}, "dob", "Date of birth is not valid."),
    # PostgreSQL's driver stores the first and last date as infinite, which no page could show.
    ({"dob": "0001-01-01"}, "dob", "Date of birth is not valid."),
    ({"dob": "2025-02-29"}, "dob", "Date of birth is not valid."),
    ({"dob": "1899-12-31"}, "dob", "Date of birth is not valid."),
    ({"dob": "2026-11-23"}, "dob", "Date of birth is not valid."),
)


async def test_invalid_fields_are_rejected(shop: Shop) -> None:
    with clock.freeze(datetime(2026, 11, 22, 12, tzinfo=UTC)):
        ada = await someone(shop)
        for body, field, sentence in INVALID:
            status, error = await shop.error("PUT", "/customer", headers=ada.headers, json=body)
            assert (status, error["code"]) == (422, "invalid_fields")
            assert error["fields"] == {field: [sentence]}
        customer = await shop.output("GET", "/customer", headers=ada.headers)
    assert (customer["firstName"], customer["dob"], customer["gender"]) == ("Ada", None, None)


async def test_concurrent_changes_are_not_mixed(shop: Shop) -> None:
    ada = await someone(shop)
    bodies = [{"firstName": f"Ada{one}", "lastName": f"Miller{one}"} for one in range(8)]
    responses = await asyncio.gather(
        *(shop.client.put("/customer", headers=ada.headers, json=body) for body in bodies)
    )
    assert {response.status_code for response in responses} == {200}
    customer = await shop.output("GET", "/customer", headers=ada.headers)
    assert {"firstName": customer["firstName"], "lastName": customer["lastName"]} in bodies


async def test_names_of_any_script_are_accepted(shop: Shop) -> None:
    ada = await someone(shop)
    for name in ("Zoë", "李", "Иван", "O’Neill-Łuków", "👩🏽‍🌾"):
        changed = await shop.output(
            "PUT", "/customer", headers=ada.headers, json={"firstName": name}
        )
        assert changed["firstName"] == name
