"""The steps that a shop needs before its first sale."""

from __future__ import annotations

from fastapi import APIRouter, Request

from stallage.core.db import Connection, Reading
from stallage.core.envelope import Answer, answer
from stallage.core.runtime import runtime_of
from stallage.core.schemas import Output
from stallage.invocation import command
from stallage.outbox import is_local
from stallage.settings import Settings
from stallage.setup_guide.queries import shop_facts
from stallage.setup_guide.rules.steps import Blocker, blockers

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
    facts = await shop_facts(connection, settings)
    return [
        Step(code=found.code, message=found.message, command=_command(found, bool(facts.name)))
        for found in blockers(facts)
    ]


def _command(blocker: Blocker, is_named: bool) -> str | None:
    """Return the command that removes a blocker, if there is one."""
    match blocker.code:
        case "no_delivery":
            return command("apply shop.toml" if is_named else "init")
        case "not_named":
            return command("init")
        case "no_products":
            return command("import products.csv")
        case _:
            return None


@router.get("/api/shop/next-steps", response_model=Answer[NextSteps])
async def list_next_steps(request: Request, connection: Reading) -> Answer[NextSteps]:
    """List what the owner has to do before the first sale. Empty for requests from other machines."""
    steps: list[Step] = []
    if is_local(request):
        steps = await next_steps(connection, runtime_of(request).settings)
    return answer(NextSteps(steps=steps))
