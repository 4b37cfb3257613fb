"""Mutation tests for `docs/specification.md`: the tests that it names detect faults.

A mutant is a small fault in the code that a row of the document names. Each test of the row must fail
with the fault. They are in `mutants/*.toml`; `python -m tests.specification` applies them one by one and
names each test that still passes.
"""
