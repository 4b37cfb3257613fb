"""An operator's own account."""

from __future__ import annotations

from tests.operators.factory import actions_in_audit, signed_in
from tests.shop import Shop


async def test_name_and_preferences_are_changed(shop: Shop) -> None:
    async with signed_in(shop) as person:
        given = {"name": "Countess", "theme": "dark", "shortcuts": False}
        account = await person.output("PATCH", "/account", json=given)
        assert {key: account[key] for key in given} == given
        session = await person.output("GET", "/session")
        assert (session["theme"], session["shortcuts"]) == ("dark", False)
        await person.output("PATCH", "/account", json={})
        assert (await person.output("GET", "/account"))["name"] == "Countess"


async def test_nobody_gives_themselves_more_by_sending_more(shop: Shop) -> None:
    async with signed_in(shop, "support") as person:
        before = await person.output("GET", "/session")
        extra = {
            "name": "Mallory",
            "role": "owner",
            "permissions": ["team.edit"],
            "id": 1,
            "operatorId": 1,
            "email": "owner@example.com",
            "passwordHash": "x",
            "disabledAt": None,
            "verifiedAt": "2099-01-01T00:00:00Z",
        }
        await person.output("PATCH", "/account", json=extra)
        after = await person.output("GET", "/session")
    changed = {key for key in before if before[key] != after[key]}
    assert changed == {"name"}


async def test_new_recovery_codes_replace_the_old(shop: Shop) -> None:
    async with signed_in(shop) as person:
        old = person.recovery_codes[0]
        codes = (await person.output("POST", "/account/recovery-codes"))["codes"]
        given = {"challenge": await person.begin(), "code": old}
        assert await person.code_of("POST", "/sign-in/code", json=given) == "sign_in_refused"
        await person.sign_in(codes[0])


async def test_secrets_are_nowhere_in_the_database(shop: Shop) -> None:
    async with signed_in(shop) as person, shop.database.reading() as connection:
        secrets = [person.secret, *person.recovery_codes, "violet cactus", person.csrf]
        secrets += [one.value or "" for one in person.client.cookies.jar]
        tables = await connection.fetch(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            " AND (tablename LIKE 'operator%' OR tablename IN ('audit_entries', 'pgqueuer'))"
        )
        dump = ""
        for table in tables:
            rows = await connection.fetch(f"SELECT t::text FROM {table[0]} t")
            dump += "".join(row[0] for row in rows)
    assert len(tables) > 8
    for secret in secrets:
        assert secret not in dump
        assert secret.encode().hex() not in dump


async def test_every_change_is_recorded(shop: Shop) -> None:
    async with signed_in(shop) as person:
        await person.output("PATCH", "/account", json={"name": "Countess"})
        await person.output("PUT", "/account/password", json={"password": "unusual 77 phrases"})
        await person.output("POST", "/account/recovery-codes")
    assert (await actions_in_audit(shop))[-3:] == [
        "operator.account_changed",
        "operator.password_changed",
        "operator.recovery_codes_created",
    ]
