"""The development outbox is only accessible locally."""

from __future__ import annotations

from pathlib import Path

from pydantic import SecretStr

from stallage.core.mail import Message
from stallage.outbox import path_of
from tests.conftest import OpenShop
from tests.shop import Shop


async def test_messages_are_shown_newest_first(shop: Shop) -> None:
    empty = await shop.client.get(path_of(shop.runtime.secret))
    assert empty.status_code == 200
    assert "Nothing has been sent yet" in empty.text
    for number in (1, 2):
        await shop.runtime.mailer.send(
            Message(
                to="ada@example.com",
                subject=f"Message {number}",
                text="See http://127.0.0.1:8000/order-detail/SO-1?key=abc.",
                html="<script>alert(1)</script><p>Hi</p>",
                kind="otp",
                data={"otp": f"00000{number}"},
            )
        )
    page = await shop.client.get(path_of(shop.runtime.secret))
    assert page.text.index("000002") < page.text.index("000001")
    assert 'href="http://127.0.0.1:8000/order-detail/SO-1?key=abc"' in page.text
    assert "<script" not in page.text
    assert "&lt;script&gt;alert(1)" in page.text
    assert page.headers["cache-control"] == "no-store"
    assert "default-src 'none'" in page.headers["content-security-policy"]


async def test_messages_are_escaped(shop: Shop) -> None:
    await shop.runtime.mailer.send(
        Message(
            to='"><img src=x onerror=alert(1)>',
            subject="<b>bold</b>",
            text='javascript:alert(1) http://a.example/"onmouseover=alert(1)',
            html="",
            kind="<i>",
        )
    )
    text = (await shop.client.get(path_of(shop.runtime.secret))).text
    assert "<img" not in text
    assert "<b>bold" not in text
    assert 'href="javascript:' not in text
    assert "onmouseover" not in text.partition("</ul>")[0].rpartition("<ul>")[2]


async def test_the_outbox_is_local_only(shop: Shop) -> None:
    for headers in (
        {"Host": "evil.example"},
        {"X-Forwarded-For": "203.0.113.9"},
        {"Forwarded": "for=203.0.113.9"},
        {"Via": "1.1 proxy"},
    ):
        assert (
            await shop.client.get(path_of(shop.runtime.secret), headers=headers)
        ).status_code == 404, headers


async def test_the_outbox_url_contains_a_secret(shop: Shop) -> None:
    right = path_of(shop.runtime.secret)
    for path in ("/outbox", "/outbox/", f"{right}x", right[:-1], path_of(b"another secret")):
        assert (await shop.client.get(path)).status_code == 404, path


async def test_an_unconfigured_proxy_does_not_expose_the_outbox(open_shop: OpenShop) -> None:
    """A minimal proxy on the same machine uses a local host name and adds no header."""
    public = {"public_url": "https://shop.example", "allow_test_shop": True}
    async with open_shop(**public) as shop:
        assert (await shop.client.get(path_of(shop.runtime.secret))).status_code == 404
        next_steps = await shop.output("GET", "/api/shop/next-steps")
        assert next_steps["steps"] == []


async def test_a_production_shop_has_no_outbox(open_shop: OpenShop, tmp_path: Path) -> None:
    for changes in (
        {"payment_gateway_mode": 1},
        {"smtp_url": SecretStr("smtp://127.0.0.1:1")},
    ):
        async with open_shop(**changes) as shop:
            assert (await shop.client.get(path_of(shop.runtime.secret))).status_code == 404
