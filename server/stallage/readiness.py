"""The steps that a shop needs before its first sale."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import APIRouter, Request

from stallage.core.db import Connection, Reading
from stallage.core.envelope import Answer, answer
from stallage.core.runtime import runtime_of
from stallage.core.schemas import Output
from stallage.invocation import command
from stallage.outbox import is_local
from stallage.pricing.queries.terms import terms_for
from stallage.products.queries.supply import Supply, supply
from stallage.settings import Settings
from stallage.shop.queries import company_name
from stallage.shop.rules.capabilities import payment_methods, payment_problem

router = APIRouter(tags=["shop"])


class Step(Output):
    """A step to take before the first sale."""

    code: str
    message: str
    command: str | None


class NextSteps(Output):
    """The remaining steps, most urgent first."""

    steps: list[Step]


async def next_steps(connection: Connection, settings: Settings) -> list[Step]:
    """Return what keeps the shop from selling; empty if a shopper in the home country can order."""
    stock = await supply(connection)
    is_named = "shop_name" in settings.model_fields_set or bool(await company_name(connection))
    terms = await terms_for(connection, settings.country, "", "")
    steps = [*_catalogue_steps(stock)]
    if not terms.deliveries and (stock.needs_delivery or not stock.has_products):
        no_delivery = Step(
            code="no_delivery",
            message=f"Nobody in {settings.country} can order: no delivery method.",
            command=command("apply shop.toml" if is_named else "init"),
        )
        steps.insert(0, no_delivery)
    elif not is_named:
        named = Step(code="not_named", message="The shop has no name yet.", command=command("init"))
        steps.insert(0, named)
    if payment_methods(settings) == ["wallet"]:
        steps.append(_payment_step(settings))
    return steps


def _catalogue_steps(stock: Supply) -> Iterator[Step]:
    if not stock.has_products:
        yield Step(
            code="no_products",
            message="There is nothing to buy yet.",
            command=command("import products.csv"),
        )
    elif not stock.has_offers:
        yield Step(
            code="nothing_on_sale",
            message="None of the products is on sale: they are drafts, archived or without a price.",
            command=None,
        )
    elif not stock.has_stock:
        yield Step(
            code="nothing_in_stock",
            message="Nothing can be ordered: every product is out of stock.",
            command=None,
        )


def _payment_step(settings: Settings) -> Step:
    problem = payment_problem(settings, settings.payment_provider) or ""
    return Step(
        code="no_payment",
        message=f"Nobody can pay: cash on delivery is off, and online payment is not set up. {problem}",
        command=None,
    )


@router.get("/api/shop/next-steps", response_model=Answer[NextSteps])
async def list_next_steps(request: Request, connection: Reading) -> Answer[NextSteps]:
    """List what the owner has to do before the first sale. Empty for requests from other machines."""
    steps: list[Step] = []
    if is_local(request):
        steps = await next_steps(connection, runtime_of(request).settings)
    return answer(NextSteps(steps=steps))
