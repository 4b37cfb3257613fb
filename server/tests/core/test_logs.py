"""Logs go to the current standard error."""

from __future__ import annotations

import io
import logging
from contextlib import redirect_stderr

import pytest
import structlog

from stallage.core import logs


def test_logging_works_after_the_configured_stream_was_closed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with io.StringIO() as inside, redirect_stderr(inside):
        logs.configure("json", "debug")
        structlog.get_logger("first").info("within")
        assert '"event": "within"' in inside.getvalue()
    structlog.get_logger("second").info("afterwards")
    logging.getLogger("library").warning("from elsewhere")
    output = capsys.readouterr().err
    assert '"event": "afterwards"' in output
    assert "from elsewhere" in output
