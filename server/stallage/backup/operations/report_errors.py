"""How commands report errors and interruptions."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import typer

from stallage.backup.errors import BackupError
from stallage.backup.operations.swap import finish_interrupted
from stallage.settings import Settings


class Interrupted(BaseException):
    """Raised by SIGINT, SIGTERM and SIGHUP, so that context managers clean up."""


@contextmanager
def report_errors(settings: Settings) -> Iterator[None]:
    """Print a BackupError or an interruption as a sentence and exit with a non-zero status."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise Interrupted(number)

    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(one, end) for one in signals]
    try:
        yield
    except BackupError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    except Interrupted as error:
        if finish_interrupted(settings.data_dir):
            typer.echo("Interrupted during the last step, which has been completed.", err=True)
        else:
            typer.echo("Interrupted. Nothing was changed.", err=True)
        raise typer.Exit(128 + int(error.args[0])) from error
    finally:
        for one, handler in zip(signals, before, strict=True):
            signal.signal(one, handler)
