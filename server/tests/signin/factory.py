"""Sign people in as a browser does, with the code from the outbox."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.shop import Shop


@dataclass(frozen=True, slots=True)
class SignedIn:
    """What a browser stores after signing in."""

    id: int
    token: str
    refresh_token: str
    output: dict[str, Any]

    @property
    def headers(self) -> dict[str, str]:
        """The Authorization header."""
        return {"Authorization": f"Bearer {self.token}"}


async def last_code(shop: Shop, to: str) -> str:
    """Return the last code that was delivered to an address."""
    await shop.work()
    codes = [
        message["data"]["otp"]
        for message in shop.outbox()
        if message["kind"] == "otp" and message["to"] == to
    ]
    assert codes, f"no code was sent to {to}"
    return str(codes[-1])


async def code_for(shop: Shop, email: str) -> str:
    """Request a code and return it."""
    await shop.output("POST", "/auth/otp/request", json={"email": email})
    return await last_code(shop, email)


def another(code: str) -> str:
    """Return a different code."""
    return f"{(int(code) + 1) % 10**6:06d}"


async def sign_in(shop: Shop, email: str = "ada@example.com", **more: Any) -> SignedIn:
    """Sign in with a code; `more` is added to the body."""
    code = await code_for(shop, email)
    output = await shop.output(
        "POST", "/auth/otp/validate", json={"email": email, "otp": code, **more}
    )
    return SignedIn(output["details"]["id"], output["token"], output["refreshToken"], output)
