"""What every screen of the back office needs to know about the shop."""

from __future__ import annotations

from fastapi import Request

from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import AdminRouter
from stallage.operators.rules.permissions import SIGNED_IN
from stallage.shop.queries import company_name
from stallage.shop.rules.capabilities import takes_online_payments
from stallage.shop.schemas import ShopFrame

router = AdminRouter(tag="session")


@router.get("/shop", permission=SIGNED_IN, response_model=Answer[ShopFrame])
async def get_shop(request: Request, connection: Reading) -> Answer[ShopFrame]:
    """The shop's name, time zone and currency."""
    settings = runtime_of(request).settings
    return answer(
        ShopFrame(
            name=await company_name(connection) or settings.shop_name,
            time_zone=settings.time_zone,
            currency=settings.currency,
            locale=settings.locale,
            country=settings.country,
            is_test=takes_online_payments(settings) and settings.payment_gateway_mode == 0,
        )
    )
