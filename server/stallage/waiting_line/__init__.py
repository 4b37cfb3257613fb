"""The line of shoppers who want to order more than the shop can serve at once.

A line is opened for a SKU, or for all others together, when an order would wait for more than a few seconds.
Whoever comes then gets a ticket with a number, at once. Each process lets as many numbers have their turn as
it can serve, and orders with a ticket go before those without. All processes share the lines, in unlogged
tables: a crash of the database loses the lines, never an order.
"""
