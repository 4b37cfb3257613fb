"""Signing in with a password and a code, and what strangers cannot do."""

from __future__ import annotations

from datetime import timedelta

import pytest

from stallage.core import clock
from tests.conftest import OpenShop
from tests.operators.factory import (
    PASSWORD,
    actions_in_audit,
    browser,
    create_link,
    signed_in,
)
from tests.shop import Shop


async def test_password_then_code(shop: Shop) -> None:
    async with signed_in(shop) as person:
        await person.output("DELETE", "/session")
        with clock.shift(timedelta(minutes=1)):
            await person.sign_in()
            assert await person.code_of("GET", "/session") == ""
    assert (await actions_in_audit(shop))[-2:] == ["operator.signed_out", "operator.signed_in"]


async def test_a_code_is_accepted_once(shop: Shop) -> None:
    async with signed_in(shop) as person, browser(shop) as thief:
        thief.email = person.email
        with clock.shift(timedelta(minutes=1)):
            code = person.code()
            await person.sign_in(code)
            given = {"challenge": await thief.begin(), "code": code}
            assert await thief.code_of("POST", "/sign-in/code", json=given) == "sign_in_refused"


async def test_codes_of_the_neighbouring_steps_are_accepted(shop: Shop) -> None:
    async with signed_in(shop) as person:
        with clock.shift(timedelta(minutes=2)):
            code = person.code()
        with clock.shift(timedelta(minutes=2, seconds=29)):
            await person.sign_in(code)
        with clock.shift(timedelta(minutes=10)):
            code = person.code()
        with clock.shift(timedelta(minutes=11, seconds=1)):
            given = {"challenge": await person.begin(), "code": code}
            assert await person.code_of("POST", "/sign-in/code", json=given) == "sign_in_refused"


async def test_a_recovery_code_works_once_in_any_spelling(shop: Shop) -> None:
    async with signed_in(shop) as person:
        code = person.recovery_codes[3].upper().replace("-", " ")
        await person.sign_in(code)
        given = {"challenge": await person.begin(), "code": code}
        assert await person.code_of("POST", "/sign-in/code", json=given) == "sign_in_refused"
        assert (await person.output("GET", "/account"))["recoveryCodesLeft"] == 9


async def test_a_challenge_ends_after_five_wrong_codes_or_once_it_was_used(shop: Shop) -> None:
    async with signed_in(shop) as person:
        challenge = await person.begin()
        for _ in range(5):
            given = {"challenge": challenge, "code": "000000"}
            assert await person.code_of("POST", "/sign-in/code", json=given) == "sign_in_refused"
        given = {"challenge": challenge, "code": person.recovery_codes[0]}
        assert await person.code_of("POST", "/sign-in/code", json=given) == "challenge_expired"
        challenge = await person.begin()
        given = {"challenge": challenge, "code": person.recovery_codes[0]}
        await person.output("POST", "/sign-in/code", json=given)
        given["code"] = person.recovery_codes[1]
        assert await person.code_of("POST", "/sign-in/code", json=given) == "challenge_expired"


async def test_wrong_codes_reach_a_limit_over_all_challenges(shop: Shop) -> None:
    async with signed_in(shop) as person:
        codes = []
        for _ in range(3):
            challenge = await person.begin()
            for _ in range(5):
                given = {"challenge": challenge, "code": "000000"}
                codes.append(await person.code_of("POST", "/sign-in/code", json=given))
        assert codes == ["sign_in_refused"] * 10 + ["too_many_requests"] * 5


@pytest.mark.parametrize("email", ["ada@example.com", "nobody@example.com", "invited@example.com"])
async def test_every_refused_sign_in_looks_the_same(shop: Shop, email: str) -> None:
    async with signed_in(shop, email="ada@example.com"):
        await create_link(shop, "invited@example.com")
        async with browser(shop) as stranger:
            given = {"email": email, "password": "wrong password 12"}
            response = await stranger.request("POST", "/sign-in/password", json=given)
    assert response.status_code == 422
    assert response.json()["error"] == {
        "code": "sign_in_refused",
        "message": "This did not work. Please check what you entered.",
        "fields": {},
    }
    assert "set-cookie" not in response.headers


async def test_strangers_cannot_lock_an_operator_out(open_shop: OpenShop) -> None:
    proxied = open_shop(trusted_proxies=("127.0.0.1/32",))
    async with proxied as shop, signed_in(shop) as person, browser(shop) as stranger:
        wrong = {"email": person.email, "password": "wrong password 12"}
        codes = [
            await stranger.code_of(
                "POST",
                "/sign-in/password",
                json=wrong,
                headers={"X-Forwarded-For": f"198.51.100.{number}"},
            )
            for number in range(25)
        ]
        assert codes == ["sign_in_refused"] * 20 + ["too_many_requests"] * 5
        # The operator's browser is known, on any network.
        elsewhere = {"X-Forwarded-For": "203.0.113.9"}
        given = {"email": person.email, "password": PASSWORD}
        known = await person.code_of("POST", "/sign-in/password", json=given, headers=elsewhere)
        assert known == ""
        # Their network is known too, in any browser.
        assert await stranger.code_of("POST", "/sign-in/password", json=given) == ""


async def test_a_sign_in_from_another_website_is_refused(shop: Shop) -> None:
    async with signed_in(shop) as person, browser(shop) as victim:
        given = {"email": person.email, "password": PASSWORD}
        headers = {"Sec-Fetch-Site": "cross-site"}
        refused = await victim.code_of("POST", "/sign-in/password", json=given, headers=headers)
        assert refused == "cross_site_request"


async def test_a_new_browser_is_reported_by_mail(shop: Shop) -> None:
    async with signed_in(shop) as person, browser(shop) as other:
        await shop.work()
        assert shop.outbox() == []
        other.email, other.secret = person.email, person.secret
        with clock.shift(timedelta(minutes=1)):
            await other.sign_in()
        await shop.work()
        assert [message["kind"] for message in shop.outbox()] == ["operator_sign_in"]
        with clock.shift(timedelta(minutes=2)):
            await other.sign_in()
        await shop.work()
        assert len(shop.outbox()) == 1


async def test_failures_are_in_the_audit_log_without_what_was_typed(shop: Shop) -> None:
    async with signed_in(shop) as person, browser(shop) as stranger:
        for email in (person.email, "my-secret-password"):
            given = {"email": email, "password": "hunter2-hunter2"}
            await stranger.code_of("POST", "/sign-in/password", json=given)
    async with shop.database.reading() as connection:
        rows = await connection.fetch(
            "SELECT * FROM audit_entries WHERE action = 'operator.sign_in_failed' ORDER BY id"
        )
    assert [row["subject_label"] for row in rows] == [person.email, "unknown account"]
    assert {row["actor_kind"] for row in rows} == {"unknown"}
    assert "secret" not in str(rows)
    assert "hunter2" not in str(rows)


async def test_a_password_from_before_a_change_no_longer_begins_a_sign_in(shop: Shop) -> None:
    async with signed_in(shop) as person, browser(shop) as other:
        other.email, other.secret = person.email, person.secret
        challenge = await other.begin()
        changed = {"password": "another unusual 77 phrase"}
        await person.output("PUT", "/account/password", json=changed)
        with clock.shift(timedelta(minutes=1)):
            given = {"challenge": challenge, "code": other.code()}
            assert await other.code_of("POST", "/sign-in/code", json=given) == "challenge_expired"


async def test_totp_secrets_survive_a_new_shop_secret(shop: Shop) -> None:
    async with signed_in(shop) as person:
        old = shop.runtime.secret
        object.__setattr__(shop.runtime, "previous_secrets", (old,))
        object.__setattr__(shop.runtime, "secret", b"another secret of thirty-two bytes")
        with clock.shift(timedelta(minutes=1)):
            await person.sign_in()
        # It is encrypted with the new one from then on.
        object.__setattr__(shop.runtime, "previous_secrets", ())
        with clock.shift(timedelta(minutes=2)):
            await person.sign_in()
        async with shop.database.reading() as connection:
            stored = await connection.fetchval("SELECT totp_secret FROM operators")
        assert person.secret.encode() not in stored
