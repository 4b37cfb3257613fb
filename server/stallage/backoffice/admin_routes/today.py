"""The operators' API of Today. Each panel has a route, so that one that fails leaves the others working."""

from __future__ import annotations

from datetime import date
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import Query, Request

from stallage.backoffice.queries.problems import problems
from stallage.backoffice.queries.queues import queues
from stallage.backoffice.queries.today import (
    low_stock,
    money_in,
    sales,
    searches_without_result,
    top_products,
)
from stallage.backoffice.schemas.today import (
    LatestDays,
    LowStocks,
    MoneyIn,
    Problems,
    Queues,
    Sales,
    SearchWithoutResult,
    SoldProduct,
)
from stallage.core import clock
from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields
from stallage.core.runtime import Runtime, runtime_of
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.operators.rules.permissions import SIGNED_IN
from stallage.reports.rules.figures import period_ending

router = AdminRouter(tag="today")

ROWS = 7
"""Rows of a panel."""

Days = Annotated[LatestDays, Query()]


def _zone(runtime: Runtime) -> ZoneInfo:
    return ZoneInfo(runtime.settings.time_zone)


def _today(runtime: Runtime) -> date:
    return clock.now().astimezone(_zone(runtime)).date()


@router.get("/today/queues", permission=SIGNED_IN, response_model=Answer[Queues])
async def get_queues(
    request: Request, operator: CurrentOperator, connection: Reading
) -> Answer[Queues]:
    """Count what waits: orders, refunds, messages and reviews."""
    runtime = runtime_of(request)
    return answer(await queues(connection, operator.permissions, _today(runtime), runtime.currency))


@router.get(
    "/today/sales",
    permission="reports.read",
    response_model=Answer[Sales],
    responses=error_responses(InvalidFields),
)
async def get_sales(request: Request, query: Days, connection: Reading) -> Answer[Sales]:
    """Orders and revenue by day, compared with the same part of the weeks before."""
    runtime = runtime_of(request)
    return answer(
        await sales(connection, clock.now(), query.days, _zone(runtime), runtime.currency)
    )


@router.get(
    "/today/money",
    permission="reports.read",
    response_model=Answer[MoneyIn],
    responses=error_responses(InvalidFields),
)
async def get_money_in(request: Request, query: Days, connection: Reading) -> Answer[MoneyIn]:
    """How the orders of the last days were paid."""
    runtime = runtime_of(request)
    return answer(
        await money_in(connection, clock.now(), query.days, _zone(runtime), runtime.currency)
    )


@router.get(
    "/today/products",
    permission="reports.read",
    response_model=Answer[list[SoldProduct]],
    responses=error_responses(InvalidFields),
)
async def get_top_products(
    request: Request, query: Days, connection: Reading
) -> Answer[list[SoldProduct]]:
    """The products with the largest revenue in the last days."""
    runtime = runtime_of(request)
    period = period_ending(clock.now(), query.days, _zone(runtime))
    return answer(await top_products(connection, period, _zone(runtime), runtime.currency, ROWS))


@router.get(
    "/today/searches",
    permission="reports.read",
    response_model=Answer[list[SearchWithoutResult]],
    responses=error_responses(InvalidFields),
)
async def get_searches_without_result(
    request: Request, query: Days, connection: Reading
) -> Answer[list[SearchWithoutResult]]:
    """The queries of the last days that most often found nothing."""
    period = period_ending(clock.now(), query.days, _zone(runtime_of(request)))
    found = await searches_without_result(connection, period.first, period.last, ROWS)
    return answer(found)


@router.get("/today/stock", permission="stock.read", response_model=Answer[LowStocks])
async def get_low_stock(request: Request, connection: Reading) -> Answer[LowStocks]:
    """Variants that are sold out or will be soon, at the pace of the last four weeks."""
    return answer(await low_stock(connection, _today(runtime_of(request)), ROWS))


@router.get("/today/problems", permission="health.read", response_model=Answer[Problems])
async def get_problems(request: Request, connection: Reading) -> Answer[Problems]:
    """What does not work: background work, emails, payments, webhooks and backups."""
    return answer(await problems(connection, runtime_of(request).settings))
