"""The set-up guide: the steps from an empty shop to the first sale.

The state of a step is derived from the shop's data, wherever it was set. Only what the operator skips or
dismisses is stored.
"""
