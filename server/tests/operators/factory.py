"""Operators who sign in for real: links, authenticator apps and passkeys in software."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import cbor2
import httpx
import pyotp
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from stallage.core import clock
from stallage.operators.actions.team import create_with_link
from stallage.operators.dependencies import PREFIX
from tests.shop import Shop

PASSWORD = "violet cactus 93 lamp"


def to_base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Authenticator:
    """A passkey in software, as a browser and its authenticator return it."""

    origin: str
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    count: int = 0
    verifies_user: bool = True

    def _client_data(self, kind: str, challenge: str) -> bytes:
        data = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(data).encode()

    def _data(self, rp_id: str, credential: bytes = b"") -> bytes:
        flags = 0x01 | (0x04 if self.verifies_user else 0) | (0x40 if credential else 0)
        hashed = hashlib.sha256(rp_id.encode()).digest()
        return hashed + bytes([flags]) + self.count.to_bytes(4, "big") + credential

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return what `navigator.credentials.create` returns."""
        numbers = self.key.public_key().public_numbers()
        public_key = cbor2.dumps(
            {
                1: 2,
                3: -7,
                -1: 1,
                -2: numbers.x.to_bytes(32, "big"),
                -3: numbers.y.to_bytes(32, "big"),
            }
        )
        length = len(self.credential_id).to_bytes(2, "big")
        credential = bytes(16) + length + self.credential_id + public_key
        attestation = cbor2.dumps(
            {
                "fmt": "none",
                "attStmt": {},
                "authData": self._data(options["rp"]["id"], credential),
            }
        )
        client_data = self._client_data("webauthn.create", options["challenge"])
        return self._response(
            clientDataJSON=to_base64url(client_data), attestationObject=to_base64url(attestation)
        )

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return what `navigator.credentials.get` returns."""
        self.count += 1
        client_data = self._client_data("webauthn.get", options["challenge"])
        data = self._data(options["rpId"])
        signature = self.key.sign(
            data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256())
        )
        return self._response(
            clientDataJSON=to_base64url(client_data),
            authenticatorData=to_base64url(data),
            signature=to_base64url(signature),
        )

    def _response(self, **response: str) -> dict[str, Any]:
        identity = to_base64url(self.credential_id)
        return {
            "id": identity,
            "rawId": identity,
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }


@dataclass
class Person:
    """Somebody with a browser; `csrf` is set once they have signed in."""

    client: httpx.AsyncClient
    email: str = ""
    secret: str = ""
    """Of the authenticator app."""
    csrf: str = ""
    recovery_codes: list[str] = field(default_factory=list)

    async def request(self, method: str, path: str, **arguments: Any) -> httpx.Response:
        """Send a request with the CSRF token."""
        headers = {"X-CSRF-Token": self.csrf, **arguments.pop("headers", {})}
        return await self.client.request(method, PREFIX + path, headers=headers, **arguments)

    async def output(self, method: str, path: str, **arguments: Any) -> Any:
        """Send a request and return the output; fails the test if the response is an error."""
        response = await self.request(method, path, **arguments)
        assert response.status_code == 200, response.text
        return response.json()["output"]

    async def code_of(self, method: str, path: str, **arguments: Any) -> str:
        """Send a request and return the error's code; empty if it succeeds."""
        response = await self.request(method, path, **arguments)
        error = response.json()["error"]
        return "" if error is None else str(error["code"])

    def code(self) -> str:
        """Return what the authenticator app shows now."""
        return pyotp.TOTP(self.secret).at(clock.now())

    async def begin(self, password: str = PASSWORD) -> str:
        """Send the password and return the challenge of the second step."""
        given = {"email": self.email, "password": password}
        step = await self.output("POST", "/sign-in/password", json=given)
        return str(step["challenge"])

    async def sign_in(self, code: str | None = None) -> None:
        """Sign in with password and code."""
        given = {"challenge": await self.begin(), "code": code or self.code()}
        session = await self.output("POST", "/sign-in/code", json=given)
        self.csrf = session["csrfToken"]


@asynccontextmanager
async def browser(shop: Shop) -> AsyncIterator[Person]:
    """Return a new browser without cookies."""
    async with httpx.AsyncClient(
        base_url=shop.url, timeout=30, trust_env=False, verify=False
    ) as client:
        yield Person(client)


async def create_link(shop: Shop, email: str, role: str = "owner") -> str:
    """Create an operator and return the token of their link."""
    async with shop.database.transaction() as connection:
        link = await create_with_link(
            connection, shop.runtime.secret, email=email, name="Ada", role=role
        )
    return link.token


async def accept(person: Person, token: str, email: str, password: str = PASSWORD) -> None:
    """Accept a link with a password and an authenticator app."""
    link = await person.output("POST", "/links/open", json={"token": token})
    person.email, person.secret = email, link["totp"]["secret"]
    given = {
        "token": token,
        "name": "Ada Lovelace",
        "password": password,
        "challenge": link["totp"]["challenge"],
        "code": person.code(),
    }
    done = await person.output("POST", "/links/password", json=given)
    person.csrf, person.recovery_codes = done["session"]["csrfToken"], done["recoveryCodes"]


@asynccontextmanager
async def signed_in(
    shop: Shop, role: str = "owner", email: str | None = None
) -> AsyncIterator[Person]:
    """Return somebody who has accepted an invitation in this role."""
    email = email or f"{secrets.token_hex(4)}@example.com"
    async with browser(shop) as person:
        await accept(person, await create_link(shop, email, role), email)
        yield person


async def actions_in_audit(shop: Shop) -> list[str]:
    """Return the actions in the audit log, oldest first."""
    async with shop.database.reading() as connection:
        rows = await connection.fetch("SELECT action FROM audit_entries ORDER BY id")
    return [row["action"] for row in rows]
