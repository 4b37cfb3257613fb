"""Traces of requests, jobs and statements, sent by OpenTelemetry's protocol OTLP over HTTP.

The environment switches it on, with the variables of OpenTelemetry's specification. The packages are the
extra `opentelemetry`, so nothing else imports the modules of this package.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module

import structlog

from stallage.core import logs
from stallage.core.tracing import Tracing, activate
from stallage.settings import Settings

log = structlog.get_logger(__name__)

ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
ADVICE = {
    "ImportError": "Install the extra: pip install 'stallage[opentelemetry]'",
    "protocol": "Set OTEL_EXPORTER_OTLP_PROTOCOL to http/protobuf, or remove it.",
}


def _first(names: tuple[str, ...]) -> str:
    """Return the first of these variables that has a value."""
    return next((value for name in names if (value := os.environ.get(name, "").strip())), "")


def is_requested() -> bool:
    """Whether the environment asks for traces."""
    if os.environ.get("OTEL_SDK_DISABLED", "").strip().lower() == "true":
        return False
    exporter = os.environ.get("OTEL_TRACES_EXPORTER", "").strip().lower()
    return exporter in ("", "otlp") and _first(ENDPOINTS) != ""


def problem() -> str:
    """Return why traces that the environment asks for cannot be sent; empty if they can."""
    if _first(PROTOCOLS) not in ("", "http/protobuf"):
        return ADVICE["protocol"]
    try:
        import_module("stallage.tracing.spans")
    except ImportError:
        return ADVICE["ImportError"]
    return ""


@cache
def _process_tracing() -> Tracing | None:
    """Start recording, once in a process. Return None if that is impossible: traces are not vital."""
    if problem():
        return None
    try:
        tracing: Tracing = import_module("stallage.tracing.spans").start()
    except Exception:
        # Whatever is wrong with the variables, the shop opens.
        log.exception("traces_not_started")
        return None
    return tracing


def configure_logs(settings: Settings) -> None:
    """Configure the logs of a process that serves, and its traces if the environment asks for them."""
    logs.configure(settings.log_format, settings.log_level)
    if not is_requested():
        return
    tracing = _process_tracing()
    if tracing is None:
        log.error("traces_not_sent", advice=problem())
        return
    activate(tracing)
    logs.configure(settings.log_format, settings.log_level, tracing.add_ids)
