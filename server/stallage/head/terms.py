"""Delivery and return terms that search engines expect with every offer."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.pricing.queries.terms import terms_for
from stallage.settings import Settings
from stallage.shop.rules.site import DeliveryTerm, OfferTerms

DAY = 86_400


async def terms_at_home(connection: Connection, settings: Settings) -> OfferTerms:
    """Delivery and returns in the shop's own country.

    Methods priced by weight are left out: their price depends on what else is bought.
    """
    terms = await terms_for(connection, settings.country, "", "")
    return OfferTerms(
        country=settings.country,
        return_days=settings.return_window_seconds // DAY,
        deliveries=tuple(
            DeliveryTerm(
                one.price,
                one.free_over,
                one.min_days,
                one.max_days,
                one.bands or ((None, one.price),),
            )
            for one in terms.deliveries
            if one.basis != "weight"
        ),
    )
