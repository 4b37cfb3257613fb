"""The committed contract is the document that the code makes."""

from __future__ import annotations

from stallage.contract import DOCUMENT, document


def test_the_committed_contract_is_that_of_the_code() -> None:
    assert document() == DOCUMENT.read_text()
