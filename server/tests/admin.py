"""A signed-in operator for tests of the operators' API."""

from __future__ import annotations

import re
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import httpx
from fastapi.routing import iter_route_contexts

from stallage.features import parts
from stallage.operators.actions import create_operator, open_session
from stallage.operators.dependencies import PREFIX, SAFE_METHODS
from stallage.operators.rules.sessions import cookie_name, csrf_token
from stallage.testing import PATIENCE_SECONDS
from tests.shop import Shop


@cache
def _unaudited() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return method and path of the routes that leave no entry in the audit log."""
    return tuple(
        (method, re.compile(re.sub(r"{[^}]+}", "[^/]+", route.path or "")))
        for module in parts("admin_routes")
        for route in iter_route_contexts(module.router.routes)
        if not (route.openapi_extra or {}).get("x-audited", False)
        for method in route.methods or ()
    )


def leaves_audit_entry(method: str, path: str) -> bool:
    """Whether a call of this route has to leave an entry in the audit log when it succeeds."""
    return method not in SAFE_METHODS and not any(
        method == other and pattern.fullmatch(path) for other, pattern in _unaudited()
    )


@dataclass
class Admin:
    """A client of the operators' API. Paths are relative to `/api/admin/v1`.

    Every change that succeeds has to leave an entry in the audit log. A test that repeats a change that
    was made already passes `audited=False`.
    """

    shop: Shop
    client: httpx.AsyncClient
    operator_id: int
    cookie: str
    csrf: str
    used_keys: set[tuple[str, str]] = field(default_factory=set)

    async def request(
        self,
        method: str,
        path: str,
        *,
        key: str | None = None,
        audited: bool = True,
        **arguments: Any,
    ) -> httpx.Response:
        """Send a request; `key` is its idempotency key."""
        headers = dict(arguments.pop("headers", {}))
        if key is not None:
            headers["Idempotency-Key"] = key
            audited = audited and (path, key) not in self.used_keys
            self.used_keys.add((path, key))
        plain_path = PREFIX + path.partition("?")[0]
        checks = audited and leaves_audit_entry(method, plain_path)
        before = await self._entries() if checks else 0
        response = await self.client.request(method, PREFIX + path, headers=headers, **arguments)
        if checks and response.is_success:
            assert await self._entries() > before, f"{method} {path} left no audit entry"
        return response

    async def _entries(self) -> int:
        async with self.shop.database.reading() as connection:
            return int(await connection.fetchval("SELECT count(*) FROM audit_entries"))

    async def output(
        self, method: str, path: str, *, key: str | None = None, **arguments: Any
    ) -> Any:
        """Send a request and return the output; fails the test if the response is an error."""
        response = await self.request(method, path, key=key, **arguments)
        assert response.status_code in (200, 201, 202), f"{response.status_code}: {response.text}"
        return response.json()["output"]

    async def error(
        self, method: str, path: str, *, key: str | None = None, **arguments: Any
    ) -> tuple[int, dict[str, Any]]:
        """Send a request and return status and error; fails the test if it succeeds."""
        response = await self.request(method, path, key=key, **arguments)
        assert response.status_code >= 400, response.text
        error: dict[str, Any] = response.json()["error"]
        return response.status_code, error

    async def get(self, path: str, **arguments: Any) -> Any:
        """GET a path and return the output."""
        return await self.output("GET", path, **arguments)

    async def post(self, path: str, *, key: str | None = None, **arguments: Any) -> Any:
        """POST to a path and return the output."""
        return await self.output("POST", path, key=key, **arguments)


async def sign_in_operator(shop: Shop, role: str) -> tuple[int, str]:
    """Create an operator with this role and a session that has just begun; return id and cookie."""
    name = f"{role}-{secrets.token_hex(3)}"
    async with shop.database.transaction() as connection:
        operator_id = await create_operator(
            connection, f"{name}@example.com", name.capitalize(), role
        )
        return operator_id, await open_session(connection, operator_id, "127.0.0.1", "tests")


@asynccontextmanager
async def operator_client(shop: Shop, role: str = "owner") -> AsyncIterator[Admin]:
    """Return a client of an operator who has just signed in."""
    operator_id, cookie = await sign_in_operator(shop, role)
    csrf = csrf_token(shop.runtime.secret, cookie)
    async with httpx.AsyncClient(
        base_url=shop.url,
        timeout=PATIENCE_SECONDS,
        trust_env=False,
        verify=False,
        cookies={cookie_name(shop.runtime.settings.public_url): cookie},
        headers={"X-CSRF-Token": csrf},
    ) as client:
        yield Admin(shop, client, operator_id, cookie, csrf)
