"""The operator's search."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request

from stallage.backoffice.queries.search import MAX_TEXT, search_everything
from stallage.backoffice.schemas.search import SearchResult
from stallage.core.db import Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields
from stallage.core.runtime import runtime_of
from stallage.core.schemas import Line
from stallage.operators.dependencies import AdminRouter, CurrentOperator
from stallage.operators.rules.permissions import SIGNED_IN

router = AdminRouter(tag="search")


@router.get("/search", permission=SIGNED_IN, responses=error_responses(InvalidFields))
async def search(
    q: Annotated[Line, Query(max_length=MAX_TEXT)],
    request: Request,
    operator: CurrentOperator,
    connection: Transaction,
) -> Answer[SearchResult]:
    """Find orders, customers, products, tickets, returns, documents, gift cards and promo codes.

    Orders match by number or its last digits, name, email, phone, SKU and tracking number; tickets and
    returns by number or its last four digits; invoices and credit notes by number. Each group needs the
    permission to read it, and has up to five results.
    """
    runtime = runtime_of(request)
    return answer(
        await search_everything(
            connection, q, operator.can, runtime.currency, runtime.settings.time_zone
        )
    )
