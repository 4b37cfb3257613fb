"""Proof that the tests named in `docs/specification.md` test what the document says.

A mutant is a small fault put into the code that a row of the document names. Each test of the row has to
fail while the fault is there. `mutants/*.toml` holds them; `python -m tests.specification` puts them in,
one after the other, and names each test that does not notice.
"""
