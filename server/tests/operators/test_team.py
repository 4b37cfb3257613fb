"""The team: nobody grants what they lack, and the shop never loses its last owner."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.operators.factory import Person, accept, browser, create_link, signed_in
from tests.shop import Shop

LEAD = "Team lead"
"""A role that may edit the team, and little else."""


async def add_role(owner: Person, name: str, *permissions: str) -> None:
    """Add a role of the shop's own."""
    given = {"name": name, "permissions": list(permissions)}
    await owner.output("POST", "/roles", json=given)


async def id_of(person: Person) -> int:
    """Return the id of somebody who is signed in."""
    return int((await person.output("GET", "/session"))["operatorId"])


async def etag_of(owner: Person, operator_id: int) -> dict[str, str]:
    """Return the header for a change of a team member."""
    member = await owner.output("GET", f"/team/{operator_id}")
    return {"If-Match": member["etag"]}


@asynccontextmanager
async def member(shop: Shop, role: str) -> AsyncIterator[tuple[Person, int]]:
    """Return somebody in this role, and their id."""
    async with signed_in(shop, role) as person:
        yield person, await id_of(person)


async def test_an_invited_member_may_do_what_their_role_allows(shop: Shop) -> None:
    async with signed_in(shop) as owner, browser(shop) as person:
        given = {"email": "grace@example.com", "name": "Grace", "role": "support"}
        await owner.output("POST", "/team", json=given)
        await shop.work()
        token = shop.message("operator_link")["data"]["url"].partition("#")[2]
        await accept(person, token, "grace@example.com")
        team = await owner.output("GET", "/team")
        assert {(one["email"], one["role"], one["status"]) for one in team} == {
            (owner.email, "owner", "active"),
            ("grace@example.com", "support", "active"),
        }
        assert await person.code_of("GET", "/team") == "forbidden"
        again = given | {"email": "GRACE@example.com"}
        assert await owner.code_of("POST", "/team", json=again) == "email_taken"


async def test_nobody_grants_what_they_lack(shop: Shop) -> None:
    async with signed_in(shop) as owner:
        await add_role(owner, LEAD, "team.read", "team.edit", "roles.edit", "orders.read")
        async with member(shop, LEAD) as (lead, lead_id), member(shop, "content") as (_, other):
            invited = {"email": "x@example.com", "name": "X", "role": "manager"}
            assert await lead.code_of("POST", "/team", json=invited) == "forbidden"
            role = {"name": "Mine", "permissions": ["refunds.pay"]}
            assert await lead.code_of("POST", "/roles", json=role) == "forbidden"
            # Not for themselves, and not by way of a role that they have.
            mine = await etag_of(owner, lead_id)
            refused = await lead.code_of(
                "PATCH", f"/team/{lead_id}", json={"role": "owner"}, headers=mine
            )
            assert refused == "forbidden"
            roles = await lead.output("GET", "/roles")
            etag = next(one["etag"] for one in roles if one["name"] == LEAD)
            wider = {"permissions": ["team.edit", "refunds.pay"]}
            refused = await lead.code_of(
                "PUT", f"/roles/{LEAD}", json=wider, headers={"If-Match": etag}
            )
            assert refused == "forbidden"
            # Somebody who may do more is not theirs to change.
            for path in ("disable", "reset", "invitation", "enable"):
                assert await lead.code_of("POST", f"/team/{other}/{path}") == "forbidden"
            headers = await etag_of(owner, other)
            refused = await lead.code_of(
                "PATCH", f"/team/{other}", json={"role": LEAD}, headers=headers
            )
            assert refused == "forbidden"


async def test_mass_assignment_in_an_invitation_has_no_effect(shop: Shop) -> None:
    async with signed_in(shop) as owner:
        given = {
            "email": "grace@example.com",
            "name": "Grace",
            "role": "support",
            "permissions": ["team.edit"],
            "passwordHash": "x",
            "status": "active",
            "id": 1,
        }
        created = await owner.output("POST", "/team", json=given)
        assert (created["status"], created["role"], created["hasPassword"]) == (
            "invited",
            "support",
            False,
        )


async def test_a_smaller_role_ends_sessions_and_acts_at_once(shop: Shop) -> None:
    async with signed_in(shop) as owner, member(shop, "manager") as (person, member_id):
        headers = await etag_of(owner, member_id)
        path = f"/team/{member_id}"
        changed = await owner.output("PATCH", path, json={"role": "support"}, headers=headers)
        assert changed["role"] == "support"
        assert await person.code_of("GET", "/session") == "unauthorized"
        stale = await owner.code_of("PATCH", path, json={"role": "orders"}, headers=headers)
        assert stale == "edit_conflict"
        missing = await owner.code_of("PATCH", path, json={"role": "orders"})
        assert missing == "precondition_required"
        headers = await etag_of(owner, member_id)
        unknown = await owner.code_of("PATCH", path, json={"role": "king"}, headers=headers)
        assert unknown == "unknown_role"


async def test_disabling_ends_sessions_and_enabling_does_not_restore_them(shop: Shop) -> None:
    async with signed_in(shop) as owner, member(shop, "manager") as (person, member_id):
        await owner.output("POST", f"/team/{member_id}/disable")
        assert await person.code_of("GET", "/session") == "unauthorized"
        given = {"email": person.email, "password": "violet cactus 93 lamp"}
        assert await person.code_of("POST", "/sign-in/password", json=given) == "sign_in_refused"
        assert await owner.code_of("POST", f"/team/{member_id}/reset") == "member_disabled"
        await owner.output("POST", f"/team/{member_id}/enable")
        assert await person.code_of("GET", "/session") == "unauthorized"
        await person.sign_in(person.recovery_codes[0])


async def test_a_reset_removes_everything_that_signs_in(shop: Shop) -> None:
    async with signed_in(shop) as owner, member(shop, "manager") as (person, member_id):
        await owner.output("POST", f"/team/{member_id}/reset")
        assert await person.code_of("GET", "/session") == "unauthorized"
        given = {"email": person.email, "password": "violet cactus 93 lamp"}
        assert await person.code_of("POST", "/sign-in/password", json=given) == "sign_in_refused"
        await shop.work()
        link = shop.message("operator_link")
        assert link["data"]["purpose"] == "reset"
        token = link["data"]["url"].partition("#")[2]
        await accept(person, token, person.email)
        assert await person.code_of("GET", "/session") == ""


async def test_the_last_owner_stays(shop: Shop) -> None:
    async with signed_in(shop) as owner:
        operator_id = await id_of(owner)
        # An owner who has not accepted the invitation cannot run the shop.
        await create_link(shop, "invited@example.com")
        path = f"/team/{operator_id}"
        for word in ("disable", "reset"):
            assert await owner.code_of("POST", f"{path}/{word}") == "last_owner"
        headers = await etag_of(owner, operator_id)
        refused = await owner.code_of("PATCH", path, json={"role": "manager"}, headers=headers)
        assert refused == "last_owner"


@pytest.mark.parametrize("target", ["themselves", "each other"])
async def test_two_owners_cannot_both_stop_at_once(shop: Shop, target: str) -> None:
    async with signed_in(shop) as one, signed_in(shop) as other:
        ids = [await id_of(one), await id_of(other)]
        if target == "each other":
            ids.reverse()
        codes = await asyncio.gather(
            *(
                person.code_of("POST", f"/team/{operator_id}/disable")
                for person, operator_id in zip((one, other), ids, strict=True)
            )
        )
        assert sorted(codes)[0] == ""
        assert sorted(codes)[1] in ("last_owner", "unauthorized")
        async with shop.database.reading() as connection:
            left = await connection.fetchval(
                "SELECT count(*) FROM operators WHERE role = 'owner' AND disabled_at IS NULL"
            )
        assert left == 1
