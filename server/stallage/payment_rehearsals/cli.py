"""`stallage rehearse-payments`."""

from __future__ import annotations

from typing import Annotated

import typer

from stallage.core.errors import ApiError
from stallage.core.runtime import Runtime
from stallage.operating import in_shop
from stallage.payment_rehearsals.operations.rehearsing import rehearse
from stallage.payment_rehearsals.queries import rehearsal_by_id
from stallage.payment_rehearsals.schemas import Rehearsal

AsJson = Annotated[bool, typer.Option("--json", help="Print the whole report as JSON.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(rehearse_payments)


def rehearse_payments(as_json: AsJson = False) -> None:
    """Play every case of a payment with the shop's settings, and store the report.

    Nothing is charged, and the orders are not stored. Exits with 1 if a case did not lead to what was
    expected.
    """

    async def run(runtime: Runtime) -> Rehearsal | str:
        try:
            rehearsal_id = await rehearse(runtime)
        except ApiError as error:
            return str(error)
        async with runtime.database.reading() as connection:
            return await rehearsal_by_id(connection, rehearsal_id)

    found = in_shop(run)
    if isinstance(found, str):
        typer.echo(found, err=True)
        raise typer.Exit(1)
    typer.echo(found.model_dump_json(by_alias=True, indent=2) if as_json else _text(found))
    if found.failed:
        raise typer.Exit(1)


def _text(rehearsal: Rehearsal) -> str:
    lines = [f"{rehearsal.provider}, {rehearsal.mode} mode"]
    for step in rehearsal.trial.steps:
        lines.append(f"  {step.state:8}{step.name}: {step.message}")
    if rehearsal.limits is not None:
        lines += ["", rehearsal.limits]
    lines.append("")
    for case in rehearsal.cases:
        lines.append(f"  {case.verdict:8}{case.title}")
        if case.error is not None:
            lines.append(f"          {case.error}")
        lines += [
            f"          {one.title}: {one.happened} instead of {one.expected}"
            for one in case.checks
            if not one.passed
        ]
    lines += ["", f"{rehearsal.passed} passed, {rehearsal.failed} failed."]
    return "\n".join(lines)
