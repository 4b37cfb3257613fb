"""Customers and guests who use every feature, for tests of erasure."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from PIL import Image

from stallage.core import clock
from stallage.core.jobs import TIMERS
from stallage.orders.gateway_calls.advancing import advance_order
from stallage.orders.gateway_calls.shipping import ship_order
from stallage.orders.rules import OrderStatus
from stallage.orders.schemas import ParcelInput
from stallage.reviews.actions import import_review
from stallage.support.actions import reply
from stallage.wallet.actions import create_gift_code
from tests.gift_cards.factory import details, make_gift_card
from tests.payments.factory import press
from tests.shop import Shop
from tests.signin.factory import SignedIn, sign_in
from tests.stocked_shop import spec, stock_shop

PUBLISHED = {"review", "headline", "question", "answer"}
"""Words that a person publishes on product pages."""


def words_of(mark: str, phone: str) -> dict[str, str]:
    """Return unique words for a person, by meaning."""
    return {
        "email": f"zorvanta.{mark}@person.example",
        "second_email": f"second.{mark}@person.example",
        "phone": phone,
        "first_name": f"Zorvanta{mark}",
        "last_name": f"Quillmere{mark}",
        "street": f"77 Wombat{mark} Crescent",
        "city": f"Brindle{mark}ford",
        "label": f"Nest{mark}label",
        "company": f"Narwhal{mark} Works & Söhne",
        "tax_id": {"guest": "DE136695976"}.get(mark, "DE129273398"),
        "note": f"Gate{mark}code at the back",
        "gift_message": f"Bliss{mark}gift",
        "reason": f"Wobbly{mark}reason",
        "ticket": f"Glimmer{mark}ticket",
        "contact_form": f"Shimmer{mark}form",
        "shops_answer": f"Dear{mark}answer",
        "report": f"Grumble{mark}report",
        "tracking": f"1ZTRACK{mark.upper()}99",
        "recipient": f"Thirdparta{mark}",
        "recipient_email": f"thirdparta.{mark}@other.example",
        "sender": f"Sendervanta{mark}",
        "card_message": f"CheckoutOptions{mark}card",
        "key": f"idempotency-{mark}-key",
        "review": f"Sparkle{mark}review",
        "headline": f"Bright{mark}headline",
        "question": f"Quirky{mark}question",
        "answer": f"Clever{mark}answer",
    }


def picture(seed: int) -> bytes:
    """Return a picture that is unique to this seed."""
    image = Image.new("RGB", (700, 500), (seed * 40 % 256, 90, 120))
    for at in range(0, 500, 10):
        image.putpixel((at, (at * seed) % 500), (255, seed * 7 % 256, 0))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


@dataclass
class Catalog:
    """The products of the test."""

    bowl: Any
    gone: Any
    card_sku: int
    review_id: int
    """Review of another customer."""


async def create_catalog(shop: Shop) -> Catalog:
    bowl, gone = await stock_shop(
        shop, spec(stock=100, price=3000), spec("Vase", stock=0, price=2000), taxes=True
    )
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE promo_codes SET total_uses = 100")
        cards = await make_gift_card(connection)
        review_id = await import_review(
            connection,
            product_id=bowl.id,
            customer_name="Grace H.",
            rating_star=1,
            title="",
            comment="Broke.",
            verified=False,
            helpful_count=0,
            created_at=clock.now(),
        )
    return Catalog(bowl, gone, cards[2500], review_id)


def address_of(words: dict[str, str]) -> dict[str, Any]:
    return {
        "firstName": words["first_name"],
        "lastName": words["last_name"],
        "line1": words["street"],
        "city": words["city"],
        "state": "WA",
        "postalCode": "98101",
        "country": "US",
        "phone": words["phone"],
        "company": words["company"],
    }


def order_of(words: dict[str, str], catalog: Catalog, **changes: Any) -> dict[str, Any]:
    address = address_of(words)
    billing = {**address, "country": "DE", "postalCode": "10119", "taxId": words["tax_id"]}
    del billing["state"], billing["phone"]
    return {
        "skuIds": [catalog.bowl.sku_id],
        "contact": {
            "email": words["email"],
            "firstName": words["first_name"],
            "lastName": words["last_name"],
        },
        "address": address,
        "billingAddress": billing,
        "shippingMethod": "standard",
        "paymentMethod": "prepaid",
        "promoCode": "WELCOME10",
        "deliveryNote": words["note"],
        "giftMessage": words["gift_message"],
        **changes,
    }


def gift_card_of(words: dict[str, str], catalog: Catalog) -> dict[str, Any]:
    return details(
        skuId=catalog.card_sku,
        recipientName=words["recipient"],
        recipientEmail=words["recipient_email"],
        senderName=words["sender"],
        message=words["card_message"],
    )


async def buy(shop: Shop, body: dict[str, Any], words: dict[str, str], headers: Any) -> Any:
    """Place and pay an order and run its jobs."""
    keyed = {**headers, "Idempotency-Key": words["key"] + str(len(str(body)))}
    placed = await shop.output("POST", "/api/orders", json=body, headers=keyed)
    await press(shop, placed["payment"]["redirectUrl"], "pay")
    await shop.work()
    return placed


async def receive(shop: Shop, order_id: str, words: dict[str, str]) -> None:
    parcel = ParcelInput(carrier="UPS", tracking_number=words["tracking"])
    await ship_order(shop.runtime, order_id, parcel)
    await advance_order(shop.runtime, order_id, OrderStatus.DELIVERED)
    await shop.work()


async def return_and_bill(
    shop: Shop, placed: Any, words: dict[str, str], headers: Any, params: Any
) -> None:
    """Request a return with a reason, and download the invoice."""
    path = f"/api/orders/{placed['orderId']}"
    order = await shop.output("GET", path, headers=headers, params=params)
    line = {"lineId": order["lines"][0]["lineId"], "quantity": 1}
    body = {"lines": [line], "reason": words["reason"]}
    await shop.output("POST", f"{path}/return", json=body, headers=headers, params=params)
    await shop.work()
    pdf = await shop.client.get(f"{path}/invoice", headers=headers, params=params)
    assert pdf.content.startswith(b"%PDF")


async def upload(shop: Shop, headers: Any, content: bytes) -> Any:
    file = {"file": ("me.png", content, "image/png")}
    sent = await shop.output("POST", "/api/uploads", files=file, headers=headers)
    await shop.work()
    return sent


async def customer_life(
    shop: Shop, catalog: Catalog, words: dict[str, str], seed: int
) -> tuple[SignedIn, dict[str, str]]:
    """Create a customer who uses every feature; return also the words with the pictures' names."""
    who = await sign_in(
        shop, words["email"], firstName=words["first_name"], lastName=words["last_name"]
    )
    headers, sku = who.headers, catalog.bowl.sku_id
    pictures = [await upload(shop, headers, picture(seed + n)) for n in range(3)]
    face, of_review, of_ticket = pictures
    words = words | {
        f"picture{n}": str(one["url"]).rpartition("/")[2].removesuffix(".webp")
        for n, one in enumerate(pictures)
    }
    home = address_of(words) | {"name": words["label"]}
    await shop.output("POST", "/customer/address", headers=headers, json=home)
    await shop.output("PUT", "/customer/avatar", headers=headers, json={"image": face["id"]})
    await shop.output("PUT", "/customer", headers=headers, json={"gender": "other"})
    await shop.output("POST", "/customer/recentlyViewed", headers=headers, json={"skuId": sku})
    await shop.output("POST", "/wishlist", headers=headers, json={"sku": sku})
    await shop.output("POST", "/api/wishlist/share", headers=headers)
    await shop.output("POST", "/api/carts", headers=headers, json={"skuId": sku, "quantity": 1})
    merge = "/api/carts/guest/gift-cards"
    await shop.output("POST", merge, headers=headers, json=[gift_card_of(words, catalog)])
    await shop.output("PUT", "/api/newsletter", headers=headers, json={"isSubscribed": True})
    alert = {"skuId": catalog.gone.sku_id, "kind": "stock"}
    await shop.output("POST", "/api/alerts", headers=headers, json=alert)
    async with shop.database.transaction() as connection:
        code = await create_gift_code(connection, shop.runtime.secret, 700)
    keyed = {**headers, "Idempotency-Key": words["key"]}
    await shop.output("POST", "/api/wallet/redeem", headers=keyed, json={"code": code})
    topup = await shop.output("POST", "/api/wallet/topups", headers=keyed, json={"amount": 2000})
    await press(shop, topup["redirectUrl"], "pay")
    placed = await buy(shop, order_of(words, catalog), words, headers)
    await receive(shop, placed["orderId"], words)
    review = {
        "orderId": placed["orderId"],
        "skuId": sku,
        "ratingStar": 5,
        "title": words["headline"],
        "comment": words["review"],
        "images": [of_review["id"]],
    }
    await shop.output("POST", "/api/productcomment", headers=headers, json=review)
    reported = {"reason": "other", "comment": words["report"]}
    path = f"/api/productcomment/{catalog.review_id}/report"
    await shop.output("POST", path, headers=headers, json=reported)
    new_question = {"productSlug": catalog.bowl.slug, "question": words["question"]}
    question = await shop.output(
        "POST", "/api/productquestions", headers=headers, json=new_question
    )
    await shop.output(
        "POST",
        f"/api/productquestions/{question['id']}/answers",
        headers=headers,
        json={"answer": words["answer"]},
    )
    ticket = await shop.output(
        "POST",
        "/api/supporttickets",
        headers=headers,
        json={
            "subject": words["ticket"],
            "description": words["ticket"],
            "images": [of_ticket["id"]],
            "orderId": placed["orderId"],
        },
    )
    async with shop.database.transaction() as connection:
        await reply(connection, ticket["ticketId"], words["shops_answer"])
    written = {"subject": words["contact_form"], "message": words["contact_form"]}
    await shop.output("POST", "/api/contact", headers=headers, json=written)
    await return_and_bill(shop, placed, words, headers, {})
    cards = order_of(
        words,
        catalog,
        skuIds=[],
        giftCards=[gift_card_of(words, catalog)],
        shippingMethod=None,
        promoCode=None,
    )
    await buy(shop, cards, words, headers)
    quoted = {"skuIds": [sku], "address": {"city": words["city"], "country": "US"}}
    await shop.client.post("/api/checkout/quote", headers=headers, json=quoted)
    other = {"email": words["second_email"]}
    await shop.output("POST", "/customer/contact/request", headers=headers, json=other)
    await shop.work()
    return who, words


async def guest_life(shop: Shop, catalog: Catalog, words: dict[str, str]) -> dict[str, Any]:
    """Create a guest who uses every feature for guests; return the last order."""
    placed = await buy(shop, order_of(words, catalog), words, {})
    params = {"key": placed["key"]}
    await receive(shop, placed["orderId"], words)
    await return_and_bill(shop, placed, words, {}, params)
    cards = order_of(
        words,
        catalog,
        skuIds=[],
        giftCards=[gift_card_of(words, catalog)],
        shippingMethod=None,
        promoCode=None,
    )
    await buy(shop, cards, words, {})
    cash = order_of(words, catalog, paymentMethod="cod", promoCode=None)
    del cash["billingAddress"]
    other = await shop.output("POST", "/api/orders", json=cash)
    stated = {"name": f"{words['first_name']} {words['last_name']}"}
    path = f"/api/orders/{other['orderId']}/withdrawal"
    await shop.output("POST", path, json=stated, params={"key": other["key"]})
    written = {
        "name": words["first_name"],
        "email": words["email"],
        "subject": words["contact_form"],
        "message": words["contact_form"],
    }
    ticket = await shop.output("POST", "/api/contact", json=written)
    async with shop.database.transaction() as connection:
        await reply(connection, ticket["ticketId"], words["shops_answer"])
    alert = {"skuId": catalog.gone.sku_id, "kind": "stock", "email": words["email"]}
    await shop.output("POST", "/api/alerts", json=alert)
    await shop.output("POST", "/api/newsletter", json={"email": words["email"]})
    await shop.work()
    # The jobs of this order are still waiting when the guest is forgotten.
    return dict(await shop.output("POST", "/api/orders", json=cash))


async def run_timers(shop: Shop) -> None:
    """Run every timer once, and the jobs that follow."""
    for timer in TIMERS.values():
        await timer.run(shop.runtime)
    await shop.work()
