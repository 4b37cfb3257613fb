"""Roles of the shop's own."""

from __future__ import annotations

import asyncio
from typing import Any

from stallage.operators.rules.permissions import GROUPS, PERMISSIONS, ROLES
from tests.operators.factory import signed_in
from tests.operators.test_team import add_role, etag_of, member
from tests.shop import Shop


async def test_permissions_have_groups_and_meanings(shop: Shop) -> None:
    async with signed_in(shop, "content") as person:
        permissions = await person.output("GET", "/permissions")
    assert [one["name"] for one in permissions] == list(PERMISSIONS)
    assert {one["group"] for one in permissions} == set(GROUPS)
    assert not next(one["forTokens"] for one in permissions if one["name"] == "roles.edit")


async def test_a_role_is_added_changed_and_deleted(shop: Shop) -> None:
    async with signed_in(shop) as owner:
        await add_role(owner, "Night shift", "orders.read")
        async with member(shop, "Night shift") as (person, member_id):
            session = await person.output("GET", "/session")
            assert session["permissions"] == ["orders.read"]
            role = await owner.output("GET", "/roles/Night shift")
            assert role["members"] == 1
            headers = {"If-Match": role["etag"]}
            wider = {"permissions": ["orders.read", "orders.fulfil"]}
            path = "/roles/Night shift"
            await owner.output("PUT", path, json=wider, headers=headers)
            session = await person.output("GET", "/session")
            assert session["permissions"] == ["orders.fulfil", "orders.read"]
            conflict = await owner.request("PUT", path, json=wider, headers=headers)
            assert conflict.status_code == 412
            assert conflict.json()["error"]["current"]["permissions"] == wider["permissions"][::-1]
            assert await owner.code_of("PUT", path, json=wider) == "precondition_required"
            assert await owner.code_of("DELETE", path) == "role_in_use"
            headers = await etag_of(owner, member_id)
            await owner.output(
                "PATCH", f"/team/{member_id}", json={"role": "support"}, headers=headers
            )
            await owner.output("DELETE", path)
            assert await owner.code_of("GET", path) == "not_found"


async def test_names_are_unique_and_built_in_roles_stay(shop: Shop) -> None:
    async with signed_in(shop) as owner:
        await add_role(owner, "Night shift")
        given: dict[str, Any]
        for name in ("night SHIFT", "Owner", "read-only"):
            given = {"name": name, "permissions": []}
            assert await owner.code_of("POST", "/roles", json=given) == "role_taken"
        for name in ("../owner", "a/b", "<b>", "", "x" * 41, "_x"):
            given = {"name": name, "permissions": []}
            assert await owner.code_of("POST", "/roles", json=given) == "invalid_fields"
        given = {"name": "Other", "permissions": ["orders.read", "everything"]}
        assert await owner.code_of("POST", "/roles", json=given) == "invalid_fields"
        for name in ROLES:
            headers = {"If-Match": '"x"'}
            given = {"permissions": []}
            path = f"/roles/{name}"
            refused = await owner.code_of("PUT", path, json=given, headers=headers)
            assert refused == "built_in_role"
            assert await owner.code_of("DELETE", path) == "built_in_role"


async def test_a_role_is_not_deleted_while_it_is_given_to_somebody(shop: Shop) -> None:
    async with signed_in(shop) as owner:
        for number in range(5):
            name = f"Role {number}"
            await add_role(owner, name, "orders.read")
            invited = {"email": f"{number}@example.com", "name": "X", "role": name}
            await asyncio.gather(
                owner.code_of("POST", "/team", json=invited),
                owner.code_of("DELETE", f"/roles/{name}"),
            )
        roles = {role["name"] for role in await owner.output("GET", "/roles")}
        assert {one["role"] for one in await owner.output("GET", "/team")} <= roles
