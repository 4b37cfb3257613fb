"""Background work of alerts."""

from __future__ import annotations

from stallage.alerts.actions import delete_old_alerts, publish_due_alerts
from stallage.alerts.emails import due_email
from stallage.alerts.events import AlertDue
from stallage.alerts.rules import SENT_RETENTION
from stallage.core import clock, events
from stallage.core.batches import delete_in_batches
from stallage.core.db import Connection
from stallage.core.jobs import every
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.products.queries.prices import read_prices
from stallage.products.rules.prior_price_rule import rule_applies
from stallage.shop.queries import company
from stallage.shop.rules import links

ALERT = """
SELECT a.sku_id, a.email, a.kind, a.token, p.title, p.slug
FROM product_alerts a JOIN skus_view s ON s.id = a.sku_id JOIN products_view p ON p.id = s.product_id
WHERE a.id = $1
"""


@every("* * * * *")
async def find_due_alerts(runtime: Runtime) -> None:
    """Find alerts that are due and publish them."""
    async with runtime.database.transaction() as connection:
        await publish_due_alerts(connection)


@events.on(AlertDue, policy=EMAIL)
async def send_alert(runtime: Runtime, event: AlertDue) -> None:
    """Send the email of an alert, unless the alert was cancelled since."""
    async with runtime.database.reading() as connection:
        row = await connection.fetchrow(ALERT, event.alert_id)
        if row is None:
            return
        priced = (await read_prices(connection, [row["sku_id"]], clock.now()))[row["sku_id"]]
        shop = await company(connection, runtime.settings)
    settings = runtime.settings
    # Where the rule applies, an announced price reduction has to show the prior price.
    rule = rule_applies(settings.prior_price_rule, settings.country)
    prior_price: int | None = priced.compare_at_price if rule and row["kind"] == "price" else None
    await runtime.mailer.send(
        due_email(
            row["email"],
            kind=row["kind"],
            product=row["title"],
            product_path=f"{links.product(row['slug'])}?sku={row['sku_id']}",
            price=runtime.currency.format(priced.price, settings.locale),
            prior_price=(
                None
                if prior_price is None
                else runtime.currency.format(prior_price, settings.locale)
            ),
            is_reduced=prior_price is not None or not rule,
            token=row["token"],
            shop_name=shop.company_name,
            shop_url=settings.public_url,
        )
    )


@every("57 3 * * *")
async def delete_sent(runtime: Runtime) -> None:
    """Delete alerts some time after they were sent, when their links are no longer needed."""
    before = clock.now() - SENT_RETENTION

    async def delete(connection: Connection, most: int) -> int:
        return await delete_old_alerts(connection, before, most)

    await delete_in_batches(runtime.database, delete)
