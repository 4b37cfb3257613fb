"""Access tokens of people and apps."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from stallage.core import clock
from tests.operators.factory import Person, browser, signed_in
from tests.operators.test_team import etag_of, id_of, member
from tests.shop import Shop


async def create(owner: Person, *scopes: str, **more: Any) -> dict[str, Any]:
    """Create an app's token."""
    given = {"kind": "app", "name": "Warehouse", "scopes": scopes, **more}
    created: dict[str, Any] = await owner.output("POST", "/tokens", json=given)
    return created


def bearer(created: dict[str, Any]) -> dict[str, str]:
    """Return the header of a request with a token."""
    return {"Authorization": f"Bearer {created['token']}"}


async def test_a_token_is_shown_once_and_does_what_its_scopes_allow(shop: Shop) -> None:
    async with signed_in(shop) as owner, browser(shop) as app:
        created = await create(owner, "team.read")
        assert created["token"].startswith("sta_")
        assert created["details"]["hint"] == created["token"][-4:]
        assert created["token"] not in str(await owner.output("GET", "/tokens"))
        session = await app.output("GET", "/session", headers=bearer(created))
        assert (session["permissions"], session["csrfToken"]) == (["team.read"], None)
        assert await app.code_of("GET", "/team", headers=bearer(created)) == ""
        assert await app.code_of("GET", "/audit", headers=bearer(created)) == "forbidden"
        assert await app.code_of("GET", "/account", headers=bearer(created)) == "forbidden"
        listed = await owner.output("GET", "/tokens")
        assert listed[0]["lastUsedAt"] is not None


async def test_scopes_are_limited_to_what_the_creator_may_delegate(shop: Shop) -> None:
    async with signed_in(shop) as owner:
        for scope in ("team.edit", "roles.edit", "tokens.edit", "everything"):
            given = {"kind": "app", "name": "X", "scopes": [scope]}
            assert await owner.code_of("POST", "/tokens", json=given) == "invalid_fields"
        given = {"name": "Tokens", "permissions": ["tokens.edit", "orders.read"]}
        await owner.output("POST", "/roles", json=given)
        async with member(shop, "Tokens") as (person, _):
            await create(person, "orders.read")
            wider = {"kind": "app", "name": "X", "scopes": ["orders.read", "refunds.pay"]}
            assert await person.code_of("POST", "/tokens", json=wider) == "forbidden"


async def test_a_personal_token_expires(shop: Shop) -> None:
    async with signed_in(shop) as owner, browser(shop) as app:
        endless = {"kind": "personal", "name": "X", "scopes": ["team.read"]}
        assert await owner.code_of("POST", "/tokens", json=endless) == "invalid_fields"
        created = await create(owner, "team.read", kind="personal", expiresInDays=7)
        with clock.shift(timedelta(days=6)):
            assert await app.code_of("GET", "/team", headers=bearer(created)) == ""
        with clock.shift(timedelta(days=8)):
            assert await app.code_of("GET", "/team", headers=bearer(created)) == "unauthorized"


async def test_tokens_are_revoked(shop: Shop) -> None:
    async with signed_in(shop) as owner, signed_in(shop) as other, browser(shop) as app:
        created = await create(owner, "team.read", kind="personal", expiresInDays=7)
        path = f"/account/tokens/{created['details']['id']}"
        assert len(await owner.output("GET", "/account/tokens")) == 1
        assert await other.output("GET", "/account/tokens") == []
        assert await other.code_of("DELETE", path) == "not_found"
        await owner.output("DELETE", path)
        assert await app.code_of("GET", "/team", headers=bearer(created)) == "unauthorized"
        created = await create(owner, "team.read")
        await other.output("DELETE", f"/tokens/{created['details']['id']}")
        assert await app.code_of("GET", "/team", headers=bearer(created)) == "unauthorized"


async def test_a_token_follows_the_rights_of_its_creator(shop: Shop) -> None:
    async with signed_in(shop) as owner, signed_in(shop) as other, browser(shop) as app:
        created = await create(other, "team.read", "orders.read")
        headers = bearer(created)
        member_id = await id_of(other)
        etag = await etag_of(owner, member_id)
        given = {"role": "orders"}
        await owner.output("PATCH", f"/team/{member_id}", json=given, headers=etag)
        assert await app.code_of("GET", "/team", headers=headers) == "forbidden"
        assert (await owner.output("GET", "/tokens"))[0]["works"] == ["orders.read"]
        await owner.output("POST", f"/team/{member_id}/disable")
        assert await app.code_of("GET", "/session", headers=headers) == "unauthorized"
        assert (await owner.output("GET", "/tokens"))[0]["works"] == []
        await owner.output("POST", f"/team/{member_id}/enable")
        assert await app.code_of("GET", "/session", headers=headers) == ""


async def test_an_app_is_named_in_the_audit_log(shop: Shop) -> None:
    async with signed_in(shop) as owner, browser(shop) as app:
        created = await create(owner, "audit.export")
        response = await app.request("GET", "/audit/export", headers=bearer(created))
        assert response.status_code == 200
        newest = (await owner.output("GET", "/audit"))["items"][0]
        assert newest["actor"] == {
            "kind": "app",
            "id": created["details"]["id"],
            "name": "Warehouse",
        }
