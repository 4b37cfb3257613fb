"""Every route of the operators' API with every role: a table that grows with the routes.

Refused calls are sent with a body that is no JSON, so that an answer other than 401 or 403 shows that
something was parsed or looked up before the permission was checked.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from stallage.app import body_rules, create
from stallage.operators.actions import create_operator, open_session
from stallage.operators.dependencies import PREFIX, SAFE_METHODS
from stallage.operators.queries import hash_token
from stallage.operators.rules.permissions import (
    INTERACTIVE_ONLY,
    PERMISSIONS,
    PUBLIC,
    ROLES,
    SESSION,
    SIGNED_IN,
)
from stallage.operators.rules.sessions import TOKEN_PREFIX, cookie_name, csrf_token
from stallage.settings import Settings
from tests.operators.permission_table import DOCUMENT, AdminCall, admin_calls, document
from tests.shop import Shop
from tests.signin.factory import sign_in

CALLS = sorted(
    admin_calls(create(Settings(), with_worker=False)), key=lambda call: (call.path, call.method)
)
NOTHING = "nothing at all"
"""A role without permissions."""
DUMMY = "900000000001"
JUNK = b'{"no json'
UPLOADS = body_rules().upload_paths | body_rules().large_upload_paths
MORE_RIGHTS = ("/sample-data/put-in", "/sample-data/take-out")
"""Calls that change so much that they need further permissions; tests of their own check those."""


def path_of(call: AdminCall) -> str:
    """Return the path with values that nothing has."""
    return re.sub(r"{[^}]+}", DUMMY, call.path)


def content_type(call: AdminCall) -> str:
    """Return the content type that a call accepts; others are refused before anything else."""
    return "multipart/form-data; boundary=x" if call.path in UPLOADS else "application/json"


@dataclass
class Caller:
    """An operator of a role."""

    shop: Shop
    client: httpx.AsyncClient
    operator_id: int
    permissions: frozenset[str]
    headers: dict[str, str]

    async def sign_in(self) -> None:
        """Open a new session."""
        async with self.shop.database.transaction() as connection:
            cookie = await open_session(connection, self.operator_id, "127.0.0.1", "tests")
        name = cookie_name(self.shop.runtime.settings.public_url)
        self.headers = {
            "Cookie": f"{name}={cookie}",
            "X-CSRF-Token": csrf_token(self.shop.runtime.secret, cookie),
        }

    async def call(self, call: AdminCall, body: bytes, **headers: str) -> httpx.Response:
        """Send a request."""
        is_safe = call.method in SAFE_METHODS
        return await self.client.request(
            call.method,
            path_of(call),
            content=None if is_safe else body,
            headers=self.headers
            | ({} if is_safe else {"Content-Type": content_type(call)})
            | headers,
        )


@asynccontextmanager
async def caller(shop: Shop, role: str) -> AsyncIterator[Caller]:
    """Return somebody in this role, signed in."""
    async with shop.database.transaction() as connection:
        operator_id = await create_operator(
            connection, f"{role.replace(' ', '-')}@example.com", role, role
        )
        if role == NOTHING:
            await connection.execute(
                "INSERT INTO operator_roles VALUES ($1, '{}', now(), now())", NOTHING
            )
    async with httpx.AsyncClient(
        base_url=shop.url, timeout=30, trust_env=False, verify=False
    ) as client:
        found = Caller(shop, client, operator_id, ROLES.get(role, frozenset()), {})
        await found.sign_in()
        yield found


def problems(responses: Iterator[tuple[AdminCall, str]]) -> list[str]:
    """Return the calls whose result is wrong."""
    return [f"{call.label}: {problem}" for call, problem in responses if problem]


def error_code(response: httpx.Response) -> str:
    """Return the code of an error; empty if there is none."""
    if response.is_success or "json" not in response.headers.get("content-type", ""):
        return ""
    return str((response.json()["error"] or {}).get("code"))


def test_every_route_declares_a_known_permission() -> None:
    assert len(CALLS) > 100
    known = {*PERMISSIONS, SIGNED_IN, SESSION, PUBLIC}
    assert [call.label for call in CALLS if call.permission not in known] == []
    # Signing in is all that needs no permission, and watching an import, while nobody can sign in.
    public = {call.path.split("/")[4] for call in CALLS if call.permission == PUBLIC}
    assert public == {"archive-import", "first-owner", "links", "sign-in"}


def test_every_permission_opens_a_route() -> None:
    """Permissions that nothing asks for would promise what they do not give."""
    unused = set(PERMISSIONS) - {call.permission for call in CALLS}
    assert sorted(unused - NOT_YET) == []


NOT_YET: set[str] = {
    "orders.export",
    "products.read",
    "promotions.read",
    "promotions.edit",
    "content.read",
    "content.edit",
    "products.edit",
    "stock.edit",
    "settings.read",
    "settings.edit",
}
"""Permissions of areas whose routes do not exist yet, or that a route checks by its body."""


async def test_the_document_lists_every_call(shop: Shop) -> None:
    expected = document(create(Settings(), with_worker=False))
    assert DOCUMENT.read_text() == expected, "run python -m tests.operators.permission_table"


@pytest.mark.parametrize("guest", ["nobody", "shopper", "forged cookie", "forged token"])
async def test_without_a_sign_in_every_call_is_refused(shop: Shop, guest: str) -> None:
    headers: dict[str, str] = {}
    if guest == "shopper":
        headers["Authorization"] = f"Bearer {(await sign_in(shop)).token}"
    elif guest == "forged cookie":
        name = cookie_name(shop.runtime.settings.public_url)
        headers = {"Cookie": f"{name}={'x' * 43}"}
        headers["X-CSRF-Token"] = csrf_token(shop.runtime.secret, "x" * 43)
    elif guest == "forged token":
        headers["Authorization"] = f"Bearer {TOKEN_PREFIX}{'x' * 43}"
    found = []
    async with httpx.AsyncClient(
        base_url=shop.url, timeout=30, trust_env=False, verify=False
    ) as client:
        somebody = Caller(shop, client, 0, frozenset(), headers)
        for call in CALLS:
            response = await somebody.call(call, JUNK)
            is_right = response.status_code == 401
            if call.permission == PUBLIC:
                # 404 without the token of the import that is watched.
                is_right = response.status_code in (200, 400, 404, 409, 422, 429)
            if not is_right:
                found.append(f"{call.label}: {response.status_code}")
    assert found == []


@pytest.mark.parametrize("role", [*ROLES, NOTHING])
async def test_a_role_may_call_what_its_permissions_allow(shop: Shop, role: str) -> None:
    found = []
    async with caller(shop, role) as operator:
        may_have_ended = False
        for call in CALLS:
            if call.path.endswith(MORE_RIGHTS):
                continue
            is_allowed = call.permission in (
                PUBLIC,
                SIGNED_IN,
                SESSION,
                *operator.permissions,
            )
            if may_have_ended:
                await operator.sign_in()
            # Calls such as signing out end the session.
            may_have_ended = is_allowed and call.method not in SAFE_METHODS
            response = await operator.call(call, b"{}" if is_allowed else JUNK)
            status, code = response.status_code, error_code(response)
            if is_allowed:
                is_right = status not in (401, 403) and status < 500
            else:
                is_right = (status, code) == (403, "forbidden")
            if not is_right:
                found.append(f"{call.label}: {status} {code}")
    assert found == []


async def test_a_token_has_only_its_scopes(shop: Shop) -> None:
    """For each permission a token with that scope alone, and one with all the others."""
    found = []
    async with caller(shop, "owner") as owner:
        for permission in PERMISSIONS:
            for has in (True, False):
                scopes = {permission} if has else set(PERMISSIONS) - {permission}
                token = await create_token(shop, owner.operator_id, scopes)
                owner.headers = {"Authorization": f"Bearer {token}"}
                may = has and permission not in INTERACTIVE_ONLY
                for call in (call for call in CALLS if call.permission == permission):
                    if call.path.endswith(MORE_RIGHTS):
                        continue
                    response = await owner.call(call, b"{}" if may else JUNK)
                    code = error_code(response)
                    if (code in ("forbidden", "unauthorized", "csrf_token_invalid")) is may:
                        found.append(f"{call.label}: {response.status_code} {code}")
        for call in (call for call in CALLS if call.permission == SESSION):
            response = await owner.call(call, JUNK)
            if (response.status_code, error_code(response)) != (403, "forbidden"):
                found.append(f"{call.label}: {response.status_code}")
    assert found == []


async def create_token(shop: Shop, operator_id: int, scopes: set[str]) -> str:
    """Store an access token, also with scopes that the API refuses."""
    token = f"{TOKEN_PREFIX}{operator_id}-{len(scopes)}-{'-'.join(sorted(scopes)[:1])}-{id(scopes)}"
    async with shop.database.transaction() as connection:
        await connection.execute(
            "INSERT INTO operator_tokens (kind, name, operator_id, scopes, token_hash, hint, created_at)"
            " VALUES ('app', 'tests', $1, $2, $3, 'xxxx', now())"
            " ON CONFLICT (token_hash) DO UPDATE SET scopes = excluded.scopes",
            operator_id,
            sorted(scopes),
            hash_token(token),
        )
    return token


async def test_every_change_needs_the_csrf_token(shop: Shop) -> None:
    found = []
    async with caller(shop, "owner") as owner:
        for call in CALLS:
            if call.method in SAFE_METHODS or call.permission == PUBLIC:
                continue
            for csrf in ("", "0" * 64):
                response = await owner.call(call, JUNK, **{"X-CSRF-Token": csrf})
                if error_code(response) != "csrf_token_invalid":
                    found.append(f"{call.label}: {response.status_code}")
    assert found == []


async def test_what_needs_a_key_is_refused_without_one(shop: Shop) -> None:
    keyed = [call for call in CALLS if call.needs_key]
    assert keyed
    found = []
    async with caller(shop, "owner") as owner:
        for call in keyed:
            response = await owner.call(call, JUNK)
            fields: dict[str, Any] = (response.json()["error"] or {}).get("fields", {})
            if response.status_code != 422 or "Idempotency-Key" not in fields:
                found.append(f"{call.label}: {response.status_code}")
    assert found == []


async def test_what_needs_a_proof_is_refused_without_a_recent_one(shop: Shop) -> None:
    proven = [call for call in CALLS if call.step_up]
    assert proven
    found = []
    async with caller(shop, "owner") as owner:
        async with shop.database.transaction() as connection:
            await connection.execute(
                "UPDATE operator_sessions SET verified_at = verified_at - interval '11 minutes'"
            )
        for call in proven:
            response = await owner.call(call, JUNK)
            if error_code(response) != "step_up_required":
                found.append(f"{call.label}: {response.status_code}")
    assert found == []


async def test_another_website_cannot_sign_anybody_in(shop: Shop) -> None:
    found = []
    async with caller(shop, "owner") as owner:
        for call in (call for call in CALLS if call.permission == PUBLIC):
            if call.method in SAFE_METHODS:
                continue
            response = await owner.call(call, JUNK, **{"Sec-Fetch-Site": "cross-site"})
            if error_code(response) != "cross_site_request":
                found.append(call.label)
    assert found == []


async def test_a_storefront_call_ignores_an_operators_session(shop: Shop) -> None:
    """The cookie is sent to the storefront too, and must mean nothing there."""
    async with caller(shop, "owner") as owner:
        response = await owner.client.get("/auth/devices", headers=owner.headers)
        assert response.status_code == 401
        token = await create_token(shop, owner.operator_id, set(PERMISSIONS))
        response = await owner.client.get(
            "/auth/devices", headers={"Authorization": f"Bearer {token}"}
        )
        assert response.status_code == 401
    assert PREFIX == "/api/admin/v1"
