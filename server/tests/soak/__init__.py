"""A simulated week of trade: shoppers, operators, a payment provider, a worker, and crashes.

Everything runs in one process against a real database, through the application's API, with a frozen
clock that the driver advances. Now and then the database connection is cut after some statement, as if
the process had died there. Now and then a process of the database is killed, so that all of it ends and
recovers. Background jobs run late, out of order and sometimes twice. At the end the shop's invariants,
the provider's sums and the acknowledged orders are compared.
"""
