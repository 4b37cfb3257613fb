"""Calls to payment providers, each between two transactions.

No other service may be called while a transaction is open. So these functions take the runtime instead
of a connection: they write and commit, call the provider, and write the result. Each can be interrupted
at any point and run again.
"""
