"""The wallet: a customer's balance with the shop, as a double-entry ledger.

Its law: movements and entries are only ever added, which the database enforces; each movement sums to
zero over its accounts; the balance is changed by one guarded statement in the transaction that adds the
entries, equals their sum at every moment and never falls below zero. Credit may expire; what expires
soonest is spent first.
"""
