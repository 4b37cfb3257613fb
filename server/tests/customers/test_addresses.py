"""Addresses: one primary address, and rules by country."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.customers.factory import HOME, Someone, someone
from tests.shop import Shop

ADDRESS = "/customer/address"


async def add(shop: Shop, who: Someone, **changes: Any) -> dict[str, Any]:
    address: dict[str, Any] = await shop.output(
        "POST", ADDRESS, headers=who.headers, json=HOME | changes
    )
    return address


async def addresses_of(shop: Shop, who: Someone) -> list[dict[str, Any]]:
    customer = await shop.output("GET", "/customer", headers=who.headers)
    addresses: list[dict[str, Any]] = customer["addresses"]
    return addresses


async def primary_of(shop: Shop, who: Someone) -> int:
    """Return the id of the primary address; assert that there is exactly one."""
    primary = [one["id"] for one in await addresses_of(shop, who) if one["isPrimary"]]
    assert len(primary) == 1
    return int(primary[0])


async def test_an_address_is_normalized(shop: Shop) -> None:
    ada = await someone(shop)
    address = await add(shop, ada, state="oregon", country="us", phone="(503) 555-0143")
    assert address == HOME | {
        "id": address["id"],
        "state": "OR",
        "country": "US",
        "phone": "+15035550143",
        "isPrimary": True,
    }
    assert await addresses_of(shop, ada) == [address]


async def test_a_returned_address_can_be_sent_back(shop: Shop) -> None:
    ada = await someone(shop)
    address = await add(shop, ada)
    again = await shop.output(
        "PUT", f"{ADDRESS}/{address['id']}", headers=ada.headers, json=address
    )
    assert again == address


async def test_the_first_address_is_primary_and_another_can_become_it(shop: Shop) -> None:
    ada = await someone(shop)
    first = await add(shop, ada, isPrimary=False)
    second = await add(shop, ada)
    assert (first["isPrimary"], second["isPrimary"]) == (True, False)
    third = await add(shop, ada, isPrimary=True)
    assert await primary_of(shop, ada) == third["id"]
    for _ in range(2):
        updated = await shop.output("POST", f"{ADDRESS}/primary/{first['id']}", headers=ada.headers)
        assert updated["isPrimary"] is True
    assert await primary_of(shop, ada) == first["id"]
    assert [one["id"] for one in await addresses_of(shop, ada)] == [
        first["id"],
        third["id"],
        second["id"],
    ]


async def test_editing_the_primary_address_keeps_it_primary(shop: Shop) -> None:
    ada = await someone(shop)
    address = await add(shop, ada)
    edited = await shop.output(
        "PUT",
        f"{ADDRESS}/{address['id']}",
        headers=ada.headers,
        json=HOME | {"line1": "13 Kiln Lane", "isPrimary": False},
    )
    assert (edited["line1"], edited["isPrimary"]) == ("13 Kiln Lane", True)


async def test_deleting_the_primary_address_makes_the_newest_one_primary(shop: Shop) -> None:
    ada = await someone(shop)
    ids = [(await add(shop, ada))["id"] for _ in range(3)]
    for deleted, expected in ((ids[0], ids[2]), (ids[2], ids[1])):
        assert await shop.output("DELETE", f"{ADDRESS}/{deleted}", headers=ada.headers) is None
        assert await primary_of(shop, ada) == expected
    await shop.output("DELETE", f"{ADDRESS}/{ids[1]}", headers=ada.headers)
    assert await addresses_of(shop, ada) == []
    status, _ = await shop.error("DELETE", f"{ADDRESS}/{ids[1]}", headers=ada.headers)
    assert status == 404


async def test_deleting_another_address_keeps_the_primary_one(shop: Shop) -> None:
    ada = await someone(shop)
    first, second = await add(shop, ada), await add(shop, ada)
    await shop.output("DELETE", f"{ADDRESS}/{second['id']}", headers=ada.headers)
    assert await primary_of(shop, ada) == first["id"]


async def test_another_customers_address_is_not_found(shop: Shop) -> None:
    ada, eve = await someone(shop), await someone(shop)
    address = await add(shop, ada)
    for method, path in (
        ("PUT", f"{ADDRESS}/{address['id']}"),
        ("DELETE", f"{ADDRESS}/{address['id']}"),
        ("POST", f"{ADDRESS}/primary/{address['id']}"),
    ):
        body = HOME if method == "PUT" else None
        status, error = await shop.error(method, path, headers=eve.headers, json=body)
        assert (status, error["code"]) == (404, "not_found")
        assert (await shop.error(method, path, json=body))[0] == 401
    assert await addresses_of(shop, ada) == [address]
    assert await addresses_of(shop, eve) == []


async def test_invalid_address_ids_are_rejected(shop: Shop) -> None:
    ada = await someone(shop)
    for number in ("0", "-1", "x", str(2**63), str(2**70), "1.5"):
        response = await shop.client.delete(f"{ADDRESS}/{number}", headers=ada.headers)
        assert response.status_code == 422, number


async def test_at_most_twenty_addresses(shop: Shop) -> None:
    ada = await someone(shop)
    responses = await asyncio.gather(
        *(shop.client.post(ADDRESS, headers=ada.headers, json=HOME) for _ in range(25))
    )
    assert sorted(response.status_code for response in responses) == [201] * 20 + [409] * 5
    status, error = await shop.error("POST", ADDRESS, headers=ada.headers, json=HOME)
    assert (status, error["code"]) == (409, "too_many_addresses")
    await primary_of(shop, ada)


async def test_exactly_one_is_primary_under_concurrency(shop: Shop) -> None:
    ada = await someone(shop)
    ids = [(await add(shop, ada))["id"] for _ in range(8)]
    calls = [
        *(("POST", f"{ADDRESS}/primary/{one}", None) for one in ids),
        *(("POST", ADDRESS, HOME | {"isPrimary": True}) for _ in range(4)),
        *(("DELETE", f"{ADDRESS}/{one}", None) for one in ids[:6]),
        *(("PUT", f"{ADDRESS}/{one}", HOME | {"isPrimary": True}) for one in ids[4:]),
    ]
    responses = await asyncio.gather(
        *(
            shop.client.request(method, path, headers=ada.headers, json=body)
            for method, path, body in calls
        )
    )
    assert {response.status_code for response in responses} <= {200, 201, 404}
    await primary_of(shop, ada)


async def test_concurrent_deletes_leave_no_address(shop: Shop) -> None:
    ada = await someone(shop)
    ids = [(await add(shop, ada))["id"] for _ in range(8)]
    responses = await asyncio.gather(
        *(shop.client.delete(f"{ADDRESS}/{one}", headers=ada.headers) for one in ids * 2)
    )
    assert sorted(response.status_code for response in responses) == [200] * 8 + [404] * 8
    assert await addresses_of(shop, ada) == []


INVALID: tuple[tuple[dict[str, Any], dict[str, str]], ...] = (
    ({"firstName": ""}, {"firstName": "First name cannot be blank."}),
    ({"lastName": "x" * 81}, {"lastName": "Last name cannot exceed 80 characters."}),
    ({"line1": ""}, {"line1": "Address line 1 cannot be blank."}),
    ({"line1": "x" * 121}, {"line1": "Address line 1 cannot exceed 120 characters."}),
    ({"line2": "x" * 121}, {"line2": "Address line 2 cannot exceed 120 characters."}),
    ({"city": ""}, {"city": "City cannot be blank."}),
    (
        {"city": None, "state": None},
        {"city": "City cannot be blank.", "state": "State cannot be blank."},
    ),
    ({"state": "XX"}, {"state": "State is not valid."}),
    ({"postalCode": "9720"}, {"postalCode": "Postal code is not valid."}),
    ({"postalCode": None}, {"postalCode": "Postal code cannot be blank."}),
    ({"country": "XX"}, {"country": "Country is not valid."}),
    ({"country": ""}, {"country": "Country cannot be blank."}),
    ({"phone": "123"}, {"phone": "Please enter your 10 digit number."}),
    ({"line1": "a\x00b"}, {"line1": "Address line 1 must be a single line of text."}),
)


async def test_invalid_fields_are_rejected(shop: Shop) -> None:
    ada = await someone(shop)
    for changes, fields in INVALID:
        status, error = await shop.error("POST", ADDRESS, headers=ada.headers, json=HOME | changes)
        assert (status, error["code"]) == (422, "invalid_fields")
        assert error["fields"] == {field: [sentence] for field, sentence in fields.items()}
    assert await addresses_of(shop, ada) == []


ABROAD: tuple[dict[str, Any], ...] = (
    {"country": "CA", "city": "Ottawa", "state": "Ontario", "postalCode": "k1a 0b1"},
    {"country": "GB", "city": "London", "state": None, "postalCode": "EC1Y 8SY"},
    {"country": "IN", "city": "Pune", "state": "MH", "postalCode": "411001"},
    {"country": "IN", "city": "Leh", "state": "Ladakh", "postalCode": "194101"},
    {"country": "DE", "city": "Berlin", "state": "", "postalCode": "10115"},
    {"country": "AU", "city": "Hobart", "state": "Tasmania", "postalCode": "7000"},
    {"country": "HK", "city": "", "state": "Kowloon", "postalCode": ""},
    {"country": "AE", "city": "Dubai", "state": "", "postalCode": ""},
)


async def test_each_country_has_its_rules(shop: Shop) -> None:
    ada = await someone(shop)
    for fields in ABROAD:
        address = await add(shop, ada, **fields)
        assert address["country"] == fields["country"]


async def test_states_are_normalized(shop: Shop) -> None:
    ada = await someone(shop)
    canada = await add(shop, ada, country="CA", state="quebec", postalCode="h3z  2y7")
    assert (canada["state"], canada["postalCode"]) == ("QC", "H3Z 2Y7")
    india = await add(shop, ada, country="IN", state="mh", postalCode="411001")
    assert india["state"] == "Maharashtra"


async def test_the_list_of_countries(shop: Shop) -> None:
    response = await shop.client.get("/api/countries")
    countries = {one["code"]: one for one in response.json()["output"]}
    assert len(countries) > 200
    america = countries["US"]
    assert america["required"] == ["city", "state", "postalCode"]
    assert america["postalCodeLabel"] == "ZIP code"
    assert {"value": "OR", "name": "Oregon"} in america["states"]
    assert "postalCode" not in countries["HK"]["fields"]
    again = await shop.client.get(
        "/api/countries", headers={"If-None-Match": response.headers["etag"]}
    )
    assert again.status_code == 304
