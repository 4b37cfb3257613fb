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
    """The current `sys.stderr`, which tests replace and close when they run a command in-process."""

    def write(self, text: str) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()


# PostgreSQL's details, such as `Key (email)=(…) already exists.`, contain personal data.
_DETAIL = re.compile(r"^(DETAIL|CONTEXT):.*$", re.MULTILINE)
_EMAIL = re.compile(r"[\w.+'-]+(@|%40)[\w-]+(\.[\w-]+)+", re.IGNORECASE)
_PHONE = re.compile(r"(?<![\w.:+-])\+\d{8,15}(?!\w)")


def redact_contacts(text: str) -> str:
    """Replace email addresses, phone numbers and PostgreSQL's details in a text."""
    # Cheap checks first: most texts contain none of these, and every request writes a line.
    if "\n" in text:
        text = _DETAIL.sub(r"\1: …", text)
    if "@" in text or "%40" in text:
        text = _EMAIL.sub("[email]", text)
    return _PHONE.sub("[phone]", text) if "+" in text else text


def _redact(_logger: object, _name: str, event: EventDict) -> EventDict:
    """Redact contacts in all texts of an event, including rendered exceptions."""
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = redact_contacts(value)
    return event


STANDARD_ERROR = cast("TextIO", _StandardError())

_threshold = logging.INFO


def shows(level: int) -> bool:
    """Whether events of a level of the standard library are logged. Faster than asking a logger."""
    return level >= _threshold


def configure(
    form: Literal["auto", "json", "console"],
    level: Literal["debug", "info", "warning", "error"],
    *added: Processor,
) -> None:
    """Configure structlog and the standard library's logging for this process.

    `added`: processors that add to each line.
    """
    global _threshold  # noqa: PLW0603 - the process has one configuration
    console = form == "console" or (form == "auto" and sys.stderr.isatty())
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        *added,
    ]
    render: list[Processor] = [
        # Before redaction, which only sees text.
        structlog.processors.format_exc_info,
        hide_secrets,
        _redact,
        structlog.dev.ConsoleRenderer() if console else structlog.processors.JSONRenderer(),
    ]
    threshold = _threshold = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[*shared, *render],
        wrapper_class=structlog.make_filtering_bound_logger(threshold),
        logger_factory=structlog.PrintLoggerFactory(STANDARD_ERROR),
        # A cached logger would ignore a second configuration: tests run commands, which log less,
        # in the process of the server.
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
    # Below warnings, libraries log addresses, headers and bodies of requests.
    root.setLevel(max(threshold, logging.WARNING))
