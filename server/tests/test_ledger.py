"""`stallage doctor --ledger` accepts consistent sums, and finds each broken invariant."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.invariants import check_invariants
from stallage.doctor import check_ledger
from stallage.orders.gateway_calls.shipping import ship_order
from stallage.orders.schemas import ParcelInput
from stallage.wallet.actions import create_gift_code, redeem_gift_code
from tests.cart.factory import sign_in
from tests.checkout.factory import ADDRESS, guest_order
from tests.invariants import INVARIANTS
from tests.payments.factory import press
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


async def trade(shop: Shop) -> None:
    """Create orders of every sort: cash, paid online, by wallet, cancelled, shipped, never paid."""
    shopper = await sign_in(shop)
    bowl, vase = await stock_shop(
        shop, spec(stock=20, price=2500), spec("Vase", stock=20, price=1999), taxes=True
    )
    async with shop.database.transaction() as connection:
        code = await create_gift_code(connection, shop.runtime.secret, 5000)
        await redeem_gift_code(connection, shop.runtime.secrets, shopper.id, code)
    for choice in ("pay", "decline"):
        topup = await shop.output(
            "POST", "/api/wallet/topups", json={"amount": 2000}, headers=shopper.headers
        )
        await press(shop, topup["redirectUrl"], choice)
        await shop.work()
    both = [bowl.sku_id, vase.sku_id, vase.sku_id]
    cash = await shop.output("POST", "/api/orders", json=guest_order(both, promoCode="WELCOME10"))
    body = {"skuIds": both, "address": ADDRESS, "paymentMethod": "walletAndPrepaid"}
    for choice in ("pay", "pay", "close"):
        placed = await shop.output("POST", "/api/orders", json=body, headers=shopper.headers)
        await press(shop, placed["payment"]["redirectUrl"], choice)
        await shop.work()
        if choice == "pay":
            await shop.output(
                "POST", f"/api/orders/{placed['orderId']}/cancel", headers=shopper.headers
            )
            await shop.work()
    parcel = ParcelInput(carrier="UPS", tracking_number="1Z999")
    await ship_order(shop.runtime, cash["orderId"], parcel)
    await shop.work()


async def broken(connection: Connection) -> dict[str, tuple[str, ...]]:
    found = await check_invariants(connection, INVARIANTS)
    return {one.invariant.rule: one.examples for one in found if one.count}


async def test_a_consistent_ledger_passes(shop: Shop) -> None:
    await trade(shop)
    async with shop.database.reading() as connection:
        assert await broken(connection) == {}
    found = await check_ledger(shop.runtime.settings)
    assert {one.state for one in found} == {"ok"}
    assert {one.about for one in found} >= {
        "Stock",
        "Promo codes",
        "Wallet",
        "Orders",
        "Payments",
        "Invoices",
    }


BREAKS = {
    "All units ever supplied": "UPDATE skus SET stock = stock + 1",
    "The units on hand at all locations": "UPDATE stock_levels SET on_hand = on_hand + 1",
    "The movements of a SKU": "DELETE FROM stock_movements",
    "There is one default location": "UPDATE stock_locations SET is_default = false",
    "The number of uses of a code equals": "UPDATE promo_codes SET used = used + 1",
    "The entries of every movement": "UPDATE wallet_entries SET amount = amount + 1",
    "Each balance is the sum": "UPDATE wallets SET balance = balance + 1",
    "Each balance in a statement": "UPDATE wallet_entries SET balance_after = 7 WHERE amount = 5000",
    "Remaining credit is": "UPDATE wallet_credits SET remaining = amount - 1",
    "Redeemed gift codes were credited": "UPDATE gift_codes SET amount = amount + 1",
    "Every paid top-up is in the ledger": "UPDATE wallet_topups SET amount = amount + 1",
    "No top-up is still pending": (
        "UPDATE wallet_topups SET state = 'pending', movement_id = NULL,"
        " expires_at = now() - interval '2 hours'"
    ),
    "A top-up has one payment": "UPDATE payment_attempts SET state = 'ended'",
    "The total is the sum": "UPDATE order_lines SET line_total = line_total - 1",
    "An order holds its units": "UPDATE reservations SET state = 1",
    "The tenders of an order add up": "UPDATE order_tenders SET amount = amount + 1",
    "A tender is held until": "UPDATE order_tenders SET state = 'held'",
    "The amounts released from unpaid tenders": "UPDATE order_tenders SET released = 1",
    "The payable amount of an order": "UPDATE order_tenders SET kind = 'wallet'",
    "The wallet's part of an order": "UPDATE order_tenders SET released = 1 WHERE kind = 'wallet'",
    "The online tender of an order agrees": "UPDATE payment_attempts SET amount = amount + 1",
    "What an order's tenders gave back": (
        "UPDATE order_tenders SET given_back = 1 WHERE state IN ('taken', 'given_back')"
    ),
    "The wallet credit of returns": "UPDATE wallet_movements SET reason = 'refund'",
    "The last events of an order": "UPDATE orders SET status = 3",
    "No line ships more units": "UPDATE parcel_lines SET quantity = quantity + 1",
    "No order still waits": "UPDATE orders SET pay_until = now() - interval '2 hours'",
    "A promo code counts": "UPDATE promo_uses SET given_back = NOT given_back",
    "Refunds of a payment": "UPDATE refunds SET amount = amount + 1",
    "A paid order that was payable online": (
        "UPDATE payment_attempts SET state = 'ended'; UPDATE orders SET payment_status = 1"
    ),
    "An order that has ended": "DELETE FROM refunds",
    "Numbers have no gaps": "UPDATE invoice_counters SET last = last + 1",
    "An order's invoice less its credit notes": (
        "UPDATE invoices SET total = total + 1 WHERE kind = 'invoice'"
    ),
    "An order that is paid or shipped": "DELETE FROM invoices",
}


async def test_each_broken_invariant_is_found(shop: Shop) -> None:
    await trade(shop)
    for rule, statement in BREAKS.items():
        async with shop.database.reading() as connection:
            # Without triggers and checks, which would prevent the change.
            await connection.execute("SET session_replication_role = replica")
            transaction = connection.transaction()
            await transaction.start()
            await connection.execute(statement)
            with clock.shift(timedelta(hours=3)):
                found = {
                    invariant.rule
                    for invariant in INVARIANTS
                    if await connection.fetch(
                        invariant.violations,
                        *((clock.now(),) if "$1" in invariant.violations else ()),
                    )
                }
            await transaction.rollback()
            await connection.execute("RESET session_replication_role")
        assert any(one.startswith(rule) for one in found), rule
