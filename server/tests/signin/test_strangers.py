"""Strangers who ask for codes, or guess them, lock nobody out."""

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
    """A client on a network of its own, through the shop's proxy."""

    shop: Shop
    network: str
    device: str | None = None

    async def send(self, path: str, body: dict[str, Any], **headers: str) -> tuple[int, Any]:
        """The status and the error or output."""
        headers |= {"X-Forwarded-For": self.network}
        if self.device:
            headers["Device-Key"] = self.device
        response = await self.shop.client.post(path, json=body, headers=headers)
        answer = response.json()
        return response.status_code, answer["output"] or answer["error"]

    async def asks(self, path: str = REQUEST) -> int:
        return (await self.send(path, ADA))[0]

    async def shows(self, code: str, path: str = VALIDATE, **more: Any) -> int:
        return (await self.send(path, {**ADA, **more, "otp": code}))[0]

    async def signs_in(self) -> Any:
        # What others asked for is delivered first, so that the last code is this one.
        await self.shop.work()
        assert await self.asks() == 200
        code = await last_code(self.shop, ADA["email"])
        status, output = await self.send(VALIDATE, {**ADA, "otp": code})
        assert status == 200, output
        return output


@pytest.fixture
async def shop(open_shop: OpenShop) -> AsyncIterator[Shop]:
    """A shop behind a proxy on its own machine."""
    async with open_shop(trusted_proxies=("127.0.0.1",)) as opened:
        yield opened


def stranger(shop: Shop, number: int) -> Browser:
    return Browser(shop, f"203.0.113.{number}")


async def test_the_requests_of_strangers_leave_the_owners_limit_alone(shop: Shop) -> None:
    owner = Browser(shop, "198.51.100.1")
    for number in range(1, 4):
        for minute in range(5):
            with clock.shift(timedelta(minutes=minute)):
                assert await stranger(shop, number).asks() == 200
    with clock.shift(timedelta(minutes=5)):
        assert await stranger(shop, 1).asks() == 429
        await owner.signs_in()


async def test_the_code_in_hand_outlives_the_requests_of_strangers(shop: Shop) -> None:
    owner = Browser(shop, "198.51.100.1")
    assert await owner.asks() == 200
    code = await last_code(shop, ADA["email"])
    for number in range(1, 6):
        assert await stranger(shop, number).asks() == 200
    assert await owner.shows(code) == 200
    await shop.work()
    # Each of them is delivered, as each is alive.
    assert len(shop.outbox()) == 6


async def test_the_wrong_guesses_of_strangers_leave_the_owners_code_good(shop: Shop) -> None:
    owner = Browser(shop, "198.51.100.1")
    assert await owner.asks() == 200
    code = await last_code(shop, ADA["email"])
    statuses = [await stranger(shop, 1).shows(another(code)) for _ in range(6)]
    assert statuses == [422, 422, 422, 422, 429, 429]
    assert await stranger(shop, 1).shows(code) == 429
    assert await owner.shows(code) == 200


async def test_a_code_asked_for_on_one_network_is_typed_on_another(shop: Shop) -> None:
    assert await Browser(shop, "198.51.100.1").asks() == 200
    code = await last_code(shop, ADA["email"])
    mobile = Browser(shop, "192.0.2.77")
    assert await mobile.shows(another(code)) == 422
    assert await mobile.shows(code) == 200
    assert await mobile.shows(code) == 422


async def test_any_number_of_networks_guess_a_few_times_together(shop: Shop) -> None:
    owner = Browser(shop, "198.51.100.1")
    assert await owner.asks() == 200
    code = await last_code(shop, ADA["email"])
    statuses = [await stranger(shop, number).shows(another(code)) for number in range(1, 31)]
    assert statuses == [422] * 10 + [429] * 20
    # The network that asked has its own tries all the same.
    assert await owner.shows(code) == 200


async def test_a_botnet_that_asks_for_codes_of_its_own_is_bounded(open_shop: OpenShop) -> None:
    async with open_shop(trusted_proxies=("127.0.0.1",), otp_guesses_per_address_day=12) as shop:
        judged = 0
        for number in range(1, 31):
            one = stranger(shop, number)
            if await one.asks() == 200:
                for _ in range(5):
                    _, error = await one.send(VALIDATE, {**ADA, "otp": "000000"})
                    judged += error["code"] in ("otp_invalid", "otp_attempts_exceeded")
        assert judged == 12


async def test_twenty_codes_an_hour_go_to_an_address_however_many_ask(shop: Shop) -> None:
    statuses = [await stranger(shop, number).asks() for number in range(1, 31)]
    assert statuses == [200] * 20 + [429] * 10


@pytest.mark.parametrize("device", [None, "d" * 43])
async def test_who_has_signed_in_before_gets_in_while_strangers_use_everything_up(
    shop: Shop, device: str | None
) -> None:
    home = Browser(shop, "198.51.100.1", device)
    await home.signs_in()
    with clock.shift(timedelta(minutes=1)):
        for number in range(1, 31):
            one = stranger(shop, number)
            await one.asks()
            for _ in range(6):
                await one.shows("000000")
        assert await stranger(shop, 99).asks() == 429
        await shop.work()
        await home.signs_in()
    with clock.shift(timedelta(minutes=2)):
        # A device is known wherever it is; without one, the network is.
        away = Browser(shop, "192.0.2.77", device)
        assert await away.asks() == (429 if device is None else 200)


async def test_a_known_device_shares_no_limit_with_its_network(shop: Shop) -> None:
    device = Browser(shop, "198.51.100.1", "d" * 43)
    await device.signs_in()
    with clock.shift(timedelta(minutes=1)):
        neighbour = Browser(shop, device.network)
        for number in range(30):
            await neighbour.send(REQUEST, {"email": f"guest{number}@example.com"})
            await neighbour.send(VALIDATE, {"email": "a@example.com", "otp": "000000"})
        assert (await neighbour.send(REQUEST, {"email": "b@example.com"}))[0] == 429
        await device.signs_in()


async def test_a_device_is_known_to_its_own_customer_alone(shop: Shop) -> None:
    mallory = Browser(shop, "203.0.113.66", "m" * 43)
    assert (await mallory.send(REQUEST, {"email": "mallory@example.com"}))[0] == 200
    code = await last_code(shop, "mallory@example.com")
    assert (await mallory.send(VALIDATE, {"email": "mallory@example.com", "otp": code}))[0] == 200
    for number in range(1, 31):
        await stranger(shop, number).asks()
    assert await mallory.asks() == 429


async def test_one_network_guesses_over_many_addresses_sixty_times_an_hour(shop: Shop) -> None:
    sprayer = stranger(shop, 1)
    seen = []
    paths = (VALIDATE, "/api/orders/lookup/validate", "/api/privacy/forget", "/api/privacy/export")
    for number in range(64):
        body = {"email": f"victim{number}@example.com", "otp": "123456", "orderId": "SO-7K2M-9QXD"}
        status, error = await sprayer.send(paths[number % 4], body)
        seen.append((status, error["code"]))
    assert seen == [(422, "otp_invalid")] * 60 + [(429, "too_many_requests")] * 4
    assert await Browser(shop, "198.51.100.1").asks() == 200


async def test_strangers_do_not_choose_which_contact_erases(shop: Shop) -> None:
    owner = Browser(shop, "198.51.100.1")
    signed = await owner.signs_in()
    bearer = {"Authorization": f"Bearer {signed['token']}"}
    phone = {"phone": "5035550143"}
    assert (await owner.send("/customer/contact/request", phone, **bearer))[0] == 200
    code = await last_code(shop, "+15035550143")
    proof = {**phone, "otp": code}
    assert (await owner.send("/customer/contact/validate", proof, **bearer))[0] == 200
    with clock.shift(timedelta(minutes=1)):
        assert await owner.asks() == 200
        code = await last_code(shop, ADA["email"])
        assert (await stranger(shop, 1).send(REQUEST, phone))[0] == 200
        response = await shop.client.request(
            "DELETE",
            "/customer",
            json={"otp": code},
            headers={**bearer, "X-Forwarded-For": owner.network},
        )
        assert response.status_code == 200, response.text


async def test_nothing_kept_of_a_client_says_where_it_was(shop: Shop) -> None:
    await Browser(shop, "198.51.100.1", "d" * 43).signs_in()
    await stranger(shop, 1).shows("000000")
    async with shop.database.reading() as connection:
        kept = ""
        for table in ("issued_codes", "known_clients", "sign_ins"):
            kept += str(await connection.fetch(f"SELECT * FROM {table}"))
    for said in ("198.51.100.1", "203.0.113.1", "d" * 43):
        assert said not in kept


async def test_known_clients_go_with_the_customer_and_with_time(shop: Shop) -> None:
    home = Browser(shop, "198.51.100.1", "d" * 43)
    signed = await home.signs_in()
    bearer = {"Authorization": f"Bearer {signed['token']}", "X-Forwarded-For": home.network}
    await shop.output("DELETE", "/auth/devices", headers=bearer)
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM known_clients") == 0
