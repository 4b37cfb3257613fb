"""Structured logs on standard error: lines for people on a terminal, JSON elsewhere."""

from __future__ import annotations

import logging
import sys
from typing import Literal, TextIO, cast

import structlog
from structlog.typing import Processor

from stallage.core.redaction import hide_secrets


class _StandardError:
    """Standard error as it is now. Whoever runs a command inside another process, as tests do, puts
    something else in its place and closes that afterwards."""

    def write(self, text: str) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()


STANDARD_ERROR = cast("TextIO", _StandardError())


def configure(
    form: Literal["auto", "json", "console"], level: Literal["debug", "info", "warning", "error"]
) -> None:
    """Sets up logging for the process, the standard library's included."""
    console = form == "console" or (form == "auto" and sys.stderr.isatty())
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    render: list[Processor] = [
        # A trace is text before secrets are looked for.
        structlog.processors.format_exc_info,
        hide_secrets,
        structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        if console
        else structlog.processors.JSONRenderer(),
    ]
    threshold = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[*shared, *render],
        wrapper_class=structlog.make_filtering_bound_logger(threshold),
        logger_factory=structlog.PrintLoggerFactory(STANDARD_ERROR),
        # A logger kept from before would go on as it was first set up, and a process can set up
        # twice: a command says less than the server that tests run beside it.
        cache_logger_on_first_use=False,
    )
    standard = logging.StreamHandler(STANDARD_ERROR)
    standard.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *render],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [standard]
    # Below warnings, libraries write addresses, headers and bodies of requests.
    root.setLevel(max(threshold, logging.WARNING))
