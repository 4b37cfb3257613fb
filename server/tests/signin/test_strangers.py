"""Strangers who request or guess codes lock nobody out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from tests.conftest import OpenShop
from tests.shop import Shop
from tests.signin.factory import another, last_code

REQUEST, VALIDATE = "/auth/otp/request", "/auth/otp/validate"
ADA = {"email": "ada@example.com"}


@dataclass(frozen=True)
class Browser:
    """A client with its own network, behind the shop's proxy."""

    shop: Shop
    network: str
    device: str | None = None

    async def send(self, path: str, body: dict[str, Any], **headers: str) -> tuple[int, Any]:
        """Return the status and the error or output."""
        headers |= {"X-Forwarded-For": self.network}
        if self.device:
            headers["Device-Key"] = self.device
        response = await self.shop.client.post(path, json=body, headers=headers)
        answer = response.json()
        return response.status_code, answer["output"] or answer["error"]

    async def request_code(self, path: str = REQUEST) -> int:
        return (await self.send(path, ADA))[0]

    async def enter_code(self, code: str, path: str = VALIDATE, **more: Any) -> int:
        return (await self.send(path, {**ADA, **more, "otp": code}))[0]

    async def sign_in(self) -> Any:
        # Deliver codes of other clients first, so that the last code is this one.
        await self.shop.work()
        assert await self.request_code() == 200
        code = await last_code(self.shop, ADA["email"])
        status, output = await self.send(VALIDATE, {**ADA, "otp": code})
        assert status == 200, output
        return output


@pytest.fixture
async def shop(open_shop: OpenShop) -> AsyncIterator[Shop]:
    """A shop behind a local proxy."""
    async with open_shop(trusted_proxies=("127.0.0.1",)) as opened:
        yield opened


def stranger(shop: Shop, number: int) -> Browser:
    return Browser(shop, f"203.0.113.{number}")


async def test_requests_of_strangers_do_not_count_for_the_owner(shop: Shop) -> None:
    owner = Browser(shop, "198.51.100.1")
    for number in range(1, 4):
        for minute in range(5):
            with clock.shift(timedelta(minutes=minute)):
                assert await stranger(shop, number).request_code() == 200
    with clock.shift(timedelta(minutes=5)):
        assert await stranger(shop, 1).request_code() == 429
        await owner.sign_in()


async def test_requests_of_strangers_do_not_replace_a_code(shop: Shop) -> None:
    owner = Browser(shop, "198.51.100.1")
    assert await owner.request_code() == 200
    code = await last_code(shop, ADA["email"])
    for number in range(1, 6):
        assert await stranger(shop, number).request_code() == 200
    assert await owner.enter_code(code) == 200
    await shop.work()
    # All codes are valid, so all are delivered.
    assert len(shop.outbox()) == 6


async def test_wrong_guesses_of_strangers_keep_the_owners_code_valid(shop: Shop) -> None:
    owner = Browser(shop, "198.51.100.1")
    assert await owner.request_code() == 200
    code = await last_code(shop, ADA["email"])
    statuses = [await stranger(shop, 1).enter_code(another(code)) for _ in range(6)]
    assert statuses == [422, 422, 422, 422, 429, 429]
    assert await stranger(shop, 1).enter_code(code) == 429
    assert await owner.enter_code(code) == 200


async def test_a_code_requested_on_one_network_works_on_another(shop: Shop) -> None:
    assert await Browser(shop, "198.51.100.1").request_code() == 200
    code = await last_code(shop, ADA["email"])
    mobile = Browser(shop, "192.0.2.77")
    assert await mobile.enter_code(another(code)) == 422
    assert await mobile.enter_code(code) == 200
    assert await mobile.enter_code(code) == 422


async def test_all_networks_together_have_a_few_guesses(shop: Shop) -> None:
    owner = Browser(shop, "198.51.100.1")
    assert await owner.request_code() == 200
    code = await last_code(shop, ADA["email"])
    statuses = [await stranger(shop, number).enter_code(another(code)) for number in range(1, 31)]
    assert statuses == [422] * 10 + [429] * 20
    # The network that requested the code still has its own tries.
    assert await owner.enter_code(code) == 200


async def test_a_botnet_that_requests_its_own_codes_is_limited(open_shop: OpenShop) -> None:
    async with open_shop(trusted_proxies=("127.0.0.1",), otp_guesses_per_address_day=12) as shop:
        checked = 0
        for number in range(1, 31):
            one = stranger(shop, number)
            if await one.request_code() == 200:
                for _ in range(5):
                    _, error = await one.send(VALIDATE, {**ADA, "otp": "000000"})
                    checked += error["code"] in ("otp_invalid", "otp_attempts_exceeded")
        assert checked == 12


async def test_twenty_codes_an_hour_for_one_address_from_all_strangers(shop: Shop) -> None:
    statuses = [await stranger(shop, number).request_code() for number in range(1, 31)]
    assert statuses == [200] * 20 + [429] * 10


@pytest.mark.parametrize("device", [None, "d" * 43])
async def test_known_clients_can_sign_in_while_strangers_exhaust_all_limits(
    shop: Shop, device: str | None
) -> None:
    home = Browser(shop, "198.51.100.1", device)
    await home.sign_in()
    with clock.shift(timedelta(minutes=1)):
        for number in range(1, 31):
            one = stranger(shop, number)
            await one.request_code()
            for _ in range(6):
                await one.enter_code("000000")
        assert await stranger(shop, 99).request_code() == 429
        await shop.work()
        await home.sign_in()
    with clock.shift(timedelta(minutes=2)):
        # A device is known wherever it is; without one, the network is.
        away = Browser(shop, "192.0.2.77", device)
        assert await away.request_code() == (429 if device is None else 200)


async def test_a_known_device_shares_no_limit_with_its_network(shop: Shop) -> None:
    device = Browser(shop, "198.51.100.1", "d" * 43)
    await device.sign_in()
    with clock.shift(timedelta(minutes=1)):
        neighbour = Browser(shop, device.network)
        for number in range(30):
            await neighbour.send(REQUEST, {"email": f"guest{number}@example.com"})
            await neighbour.send(VALIDATE, {"email": "a@example.com", "otp": "000000"})
        assert (await neighbour.send(REQUEST, {"email": "b@example.com"}))[0] == 429
        await device.sign_in()


async def test_a_device_is_known_for_its_own_customer_only(shop: Shop) -> None:
    mallory = Browser(shop, "203.0.113.66", "m" * 43)
    assert (await mallory.send(REQUEST, {"email": "mallory@example.com"}))[0] == 200
    code = await last_code(shop, "mallory@example.com")
    assert (await mallory.send(VALIDATE, {"email": "mallory@example.com", "otp": code}))[0] == 200
    for number in range(1, 31):
        await stranger(shop, number).request_code()
    assert await mallory.request_code() == 429


async def test_one_network_has_sixty_guesses_an_hour_for_all_addresses(shop: Shop) -> None:
    sprayer = stranger(shop, 1)
    seen = []
    paths = (VALIDATE, "/api/orders/lookup/validate", "/api/privacy/forget", "/api/privacy/export")
    for number in range(64):
        body = {"email": f"victim{number}@example.com", "otp": "123456", "orderId": "SO-7K2M-9QXD"}
        status, error = await sprayer.send(paths[number % 4], body)
        seen.append((status, error["code"]))
    assert seen == [(422, "otp_invalid")] * 60 + [(429, "too_many_requests")] * 4
    assert await Browser(shop, "198.51.100.1").request_code() == 200


async def test_strangers_do_not_affect_which_contact_confirms_erasure(shop: Shop) -> None:
    owner = Browser(shop, "198.51.100.1")
    signed = await owner.sign_in()
    bearer = {"Authorization": f"Bearer {signed['token']}"}
    phone = {"phone": "5035550143"}
    assert (await owner.send("/customer/contact/request", phone, **bearer))[0] == 200
    code = await last_code(shop, "+15035550143")
    proof = {**phone, "otp": code}
    assert (await owner.send("/customer/contact/validate", proof, **bearer))[0] == 200
    with clock.shift(timedelta(minutes=1)):
        assert await owner.request_code() == 200
        code = await last_code(shop, ADA["email"])
        assert (await stranger(shop, 1).send(REQUEST, phone))[0] == 200
        response = await shop.client.request(
            "DELETE",
            "/customer",
            json={"otp": code},
            headers={**bearer, "X-Forwarded-For": owner.network},
        )
        assert response.status_code == 200, response.text


async def test_stored_client_hashes_reveal_no_network(shop: Shop) -> None:
    await Browser(shop, "198.51.100.1", "d" * 43).sign_in()
    await stranger(shop, 1).enter_code("000000")
    async with shop.database.reading() as connection:
        stored = ""
        for table in ("issued_codes", "known_clients", "sign_ins"):
            stored += str(await connection.fetch(f"SELECT * FROM {table}"))
    for text in ("198.51.100.1", "203.0.113.1", "d" * 43):
        assert text not in stored


async def test_signing_out_everywhere_forgets_known_clients(shop: Shop) -> None:
    home = Browser(shop, "198.51.100.1", "d" * 43)
    signed = await home.sign_in()
    bearer = {"Authorization": f"Bearer {signed['token']}", "X-Forwarded-For": home.network}
    await shop.output("DELETE", "/auth/devices", headers=bearer)
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM known_clients") == 0
