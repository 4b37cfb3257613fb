"""Logs go to standard error as it is, whoever set them up."""

from __future__ import annotations

import io
import logging
from contextlib import redirect_stderr

import pytest
import structlog

from stallage.core import logs


def test_logs_outlive_the_command_that_set_them_up(capsys: pytest.CaptureFixture[str]) -> None:
    with io.StringIO() as inside, redirect_stderr(inside):
        logs.configure("json", "debug")
        structlog.get_logger("first").info("within")
        assert '"event": "within"' in inside.getvalue()
    # What it was told to write to is closed now.
    structlog.get_logger("second").info("afterwards")
    logging.getLogger("library").warning("from elsewhere")
    said = capsys.readouterr().err
    assert '"event": "afterwards"' in said
    assert "from elsewhere" in said
