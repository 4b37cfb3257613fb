"""Rehearsals of payments: every case that a provider can cause, played on the shop as it is set up.

The cases run the shop's own code, from placing the order to the ledger, in a scratch (`core.scratch`)
that is rolled back. So their orders are never stored: no report, list, number, webhook or email has them,
and no unit leaves the stock. Only the report is stored.
"""
