"""The wallet: a customer's balance with the shop, as a double-entry ledger.

Movements and entries are only ever inserted, which the database enforces, and the entries of a movement
sum to zero. The balance changes by one guarded statement in the transaction that inserts the entries. It
always equals their sum and is never negative. Credit may expire; what expires soonest is spent first.
"""
