"""Structured logs on standard error: lines for people on a terminal, JSON elsewhere."""

from __future__ import annotations

import logging
import re
import sys
from typing import Literal, TextIO, cast

import structlog
from structlog.typing import EventDict, Processor

from stallage.core.redaction import hide_secrets


class _StandardError:
    """Standard error as it is now. Whoever runs a command inside another process, as tests do, puts
    something else in its place and closes that afterwards."""

    def write(self, text: str) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()


# What PostgreSQL says of a row, such as `Key (email)=(…) already exists.`, is personal data.
_DETAIL = re.compile(r"^(DETAIL|CONTEXT):.*$", re.MULTILINE)
_EMAIL = re.compile(r"[\w.+'-]+(@|%40)[\w-]+(\.[\w-]+)+", re.IGNORECASE)
_PHONE = re.compile(r"(?<![\w.:+-])\+\d{8,15}(?!\w)")


def without_contacts(text: str) -> str:
    """A text without e-mail addresses, phone numbers and what the database says of a row."""
    # Almost no text holds any of these, and every request writes a line.
    if "\n" in text:
        text = _DETAIL.sub(r"\1: …", text)
    if "@" in text or "%40" in text:
        text = _EMAIL.sub("[email]", text)
    return _PHONE.sub("[phone]", text) if "+" in text else text


def _redact(_logger: object, _name: str, event: EventDict) -> EventDict:
    """Takes contacts out of every text of an event, rendered exceptions included."""
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = without_contacts(value)
    return event


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
        # A trace is text before secrets and contacts are looked for.
        structlog.processors.format_exc_info,
        hide_secrets,
        _redact,
        structlog.dev.ConsoleRenderer() if console else structlog.processors.JSONRenderer(),
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
