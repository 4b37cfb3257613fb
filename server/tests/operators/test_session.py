"""Sessions: cookies, CSRF tokens, lifetimes, rotation, and ending them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from stallage.core import clock
from stallage.operators.jobs import clean_up
from stallage.operators.rules.sessions import csrf_token
from tests.admin import operator_client
from tests.conftest import OpenShop
from tests.operators.factory import Person, accept, browser, create_link, signed_in
from tests.shop import Shop

COOKIE = "stallage_operator"


def cookie_of(person: Person) -> str:
    """Return the value of the session cookie."""
    return next(one.value or "" for one in person.client.cookies.jar if one.name.endswith(COOKIE))


async def test_a_session_says_who_is_signed_in(shop: Shop) -> None:
    async with operator_client(shop, "support") as admin:
        session = await admin.get("/session")
    assert session["role"] == "support"
    assert session["csrfToken"] == admin.csrf
    assert "refunds.pay" not in session["permissions"]


async def test_without_a_session_every_call_is_refused(shop: Shop) -> None:
    assert (await shop.error("GET", "/api/admin/v1/session"))[0] == 401


@pytest.mark.parametrize(
    ("public_url", "prefix", "secure"),
    [("http://localhost:8000", "", ""), ("https://shop.example", "__Host-", "; Secure")],
)
async def test_cookies(open_shop: OpenShop, public_url: str, prefix: str, secure: str) -> None:
    async with (
        open_shop(public_url=public_url, allow_test_shop=True) as shop,
        browser(shop) as person,
    ):
        token = await create_link(shop, "ada@example.com")
        link = await person.output("POST", "/links/open", json={"token": token})
        person.secret = link["totp"]["secret"]
        given = {
            "token": token,
            "name": "Ada",
            "password": "violet cactus 93 lamp",
            "challenge": link["totp"]["challenge"],
            "code": person.code(),
        }
        response = await person.request("POST", "/links/password", json=given)
        session, device = response.headers.get_list("set-cookie")
    assert session.startswith(f"{prefix}{COOKIE}=")
    assert session.endswith(f"; HttpOnly; Max-Age=43200; Path=/; SameSite=lax{secure}")
    assert device.startswith(f"{prefix}{COOKIE}_device=")
    assert "HttpOnly" in device
    assert response.headers["cache-control"] == "no-store"


async def test_nothing_works_after_sign_out(shop: Shop) -> None:
    async with signed_in(shop) as person, browser(shop) as thief:
        stolen = cookie_of(person)
        await person.output("DELETE", "/session")
        thief.client.cookies.set(COOKIE, stolen)
        thief.csrf = person.csrf
        assert await thief.code_of("GET", "/session") == "unauthorized"
        assert await thief.code_of("PATCH", "/account", json={"name": "X"}) == "unauthorized"


async def test_a_change_needs_the_csrf_token_of_its_own_session(shop: Shop) -> None:
    async with signed_in(shop) as person, signed_in(shop) as other:
        change = {"name": "Mallory"}
        for csrf in ("", "0" * 64, other.csrf, csrf_token(b"x" * 32, cookie_of(person))):
            headers = {"X-CSRF-Token": csrf}
            refused = await person.code_of("PATCH", "/account", json=change, headers=headers)
            assert refused == "csrf_token_invalid"
        assert (await person.output("GET", "/account"))["name"] == "Ada Lovelace"


async def test_a_session_that_was_planted_does_not_become_the_victims(shop: Shop) -> None:
    async with signed_in(shop) as attacker, browser(shop) as victim:
        planted = cookie_of(attacker)
        victim.client.cookies.set(COOKIE, planted, domain="127.0.0.1")
        token = await create_link(shop, "victim@example.com")
        await accept(victim, token, "victim@example.com")
        values = {one.value for one in victim.client.cookies.jar if one.name == COOKIE}
        assert values - {planted}
        # The planted session has ended with the sign-in.
        assert await attacker.code_of("GET", "/session") == "unauthorized"


async def test_sessions_end_when_idle_and_after_their_lifetime(shop: Shop) -> None:
    async with signed_in(shop) as idle:
        with clock.shift(timedelta(minutes=59)):
            assert await idle.code_of("GET", "/session") == ""
        with clock.shift(timedelta(minutes=59 + 61)):
            assert await idle.code_of("GET", "/session") == "unauthorized"
    async with signed_in(shop) as busy:
        for minutes in range(30, 12 * 60, 30):
            with clock.shift(timedelta(minutes=minutes)):
                assert await busy.code_of("GET", "/session") == ""
        with clock.shift(timedelta(hours=12, seconds=1)):
            assert await busy.code_of("GET", "/session") == "unauthorized"


async def test_a_timer_deletes_ended_sessions(shop: Shop) -> None:
    async with signed_in(shop), shop.database.reading() as connection:
        count = "SELECT (SELECT count(*) FROM operator_sessions), (SELECT count(*) FROM operator_challenges)"
        await clean_up(shop.runtime)
        assert tuple(await connection.fetchrow(count) or ()) == (1, 0)
        await create_link(shop, "late@example.com")
        with clock.shift(timedelta(hours=50)):
            await clean_up(shop.runtime)
        assert tuple(await connection.fetchrow(count) or ()) == (0, 0)
        assert await connection.fetchval("SELECT count(*) FROM operator_links") == 0


async def test_proving_the_identity_again_replaces_cookie_and_csrf_token(shop: Shop) -> None:
    async with signed_in(shop) as person, browser(shop) as late:
        before, csrf = cookie_of(person), person.csrf
        late.client.cookies.set(COOKIE, before)
        late.csrf = csrf
        with clock.shift(timedelta(minutes=11)):
            assert await person.code_of("POST", "/account/recovery-codes") == "step_up_required"
            wrong = await person.code_of("POST", "/session/verify", json={"code": "000000"})
            assert wrong == "proof_refused"
            credentials = {"code": person.code()}
            session = await person.output("POST", "/session/verify", json=credentials)
            person.csrf = session["csrfToken"]
            assert cookie_of(person) != before
            assert person.csrf != csrf
            assert await person.code_of("POST", "/account/recovery-codes") == ""
            # Requests under way may still send the old cookie, but prove nothing with it.
            assert await late.code_of("GET", "/session") == ""
            assert await late.code_of("POST", "/account/recovery-codes") == "step_up_required"
            credentials = {"password": "violet cactus 93 lamp"}
            assert await late.code_of("POST", "/session/verify", json=credentials) == "unauthorized"
        with clock.shift(timedelta(minutes=12)):
            assert await late.code_of("GET", "/session") == "unauthorized"
            assert await person.code_of("GET", "/session") == ""


async def test_verifications_have_a_limit(shop: Shop) -> None:
    async with signed_in(shop) as person:
        codes = [
            await person.code_of("POST", "/session/verify", json={"code": "000000"})
            for _ in range(12)
        ]
    assert codes == ["proof_refused"] * 10 + ["too_many_requests"] * 2


async def test_exactly_one_proof_is_needed(shop: Shop) -> None:
    async with signed_in(shop) as person:
        for given in ({}, {"code": "123456", "password": "x"}):
            assert await person.code_of("POST", "/session/verify", json=given) == "invalid_fields"


async def test_sessions_are_listed_and_ended(shop: Shop) -> None:
    async with signed_in(shop) as person, browser(shop) as other, signed_in(shop) as stranger:
        other.email, other.secret = person.email, person.secret
        await other.sign_in(person.recovery_codes[0])
        listed = await person.output("GET", "/account/sessions")
        assert [one["isCurrent"] for one in listed].count(True) == 1
        elsewhere = next(one["id"] for one in listed if not one["isCurrent"])
        path = f"/account/sessions/{elsewhere}"
        assert await stranger.code_of("DELETE", path) == "not_found"
        assert len(await person.output("DELETE", path)) == 1
        assert await other.code_of("GET", "/session") == "unauthorized"
        await other.sign_in(person.recovery_codes[1])
        assert len(await person.output("DELETE", "/account/sessions")) == 1
        assert await other.code_of("GET", "/session") == "unauthorized"
        assert await person.code_of("GET", "/session") == ""


@pytest.mark.parametrize("change", ["password", "totp"])
async def test_new_credentials_end_all_other_sessions(shop: Shop, change: str) -> None:
    async with signed_in(shop) as person, browser(shop) as other:
        other.email, other.secret = person.email, person.secret
        await other.sign_in(person.recovery_codes[0])
        if change == "password":
            given = {"password": "another unusual 77 phrase"}
            await person.output("PUT", "/account/password", json=given)
        else:
            setup = await person.output("POST", "/account/totp/setup")
            person.secret = setup["secret"]
            given = {"challenge": setup["challenge"], "code": person.code()}
            done = await person.output("PUT", "/account/totp", json=given)
            assert done["recoveryCodes"] == []
        assert await other.code_of("GET", "/session") == "unauthorized"
        assert await person.code_of("GET", "/session") == ""


async def test_a_forged_session_is_unknown(shop: Shop) -> None:
    async with signed_in(shop) as person, browser(shop) as forger:
        forger.client.cookies.set(COOKIE, "x" * 43)
        forger.csrf = csrf_token(shop.runtime.secret, "x" * 43)
        assert await forger.code_of("GET", "/session") == "unauthorized"
        headers = {"Authorization": f"Bearer {cookie_of(person)}"}
        assert await forger.code_of("GET", "/session", headers=headers) == "unauthorized"
