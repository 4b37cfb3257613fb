"""Calls to payment providers, each between two transactions.

The law of the house wants no outside call while a transaction is open. So these functions take the
runtime rather than a connection: they write and commit, call, and write what came of it. Each may be
broken off at any point and run again.
"""
