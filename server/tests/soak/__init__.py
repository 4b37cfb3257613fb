"""A simulated week of trade: shoppers, operators, a payment provider, a worker, and crashes.

Everything happens in one process against a real database, by the application's own calls, under a held
clock that moves on as the driver says. Now and then the connection to the database is cut after some
statement, as if the process had died there; and now and then a process of the database is killed, so
that all of it ends in the middle and recovers. Background jobs run late, out of order and at times twice.
In the end all books are compared: the shop's own invariants, the provider's, and what shoppers were told.
"""
