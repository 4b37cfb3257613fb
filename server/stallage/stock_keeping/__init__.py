"""How operators keep stock: its list and history, counts, deliveries, moves, transfers, low stock.

It comes after orders, because it shows reservations with the numbers of their orders. Units change
through `stock.actions` alone. Whoever changes a document locks its row first, then SKUs in the order of
their ids.

A count records, with each figure, what should have been there when the figure was entered. Applying the
count adds the difference, not the figure, so units that moved in between are not counted twice.
"""
