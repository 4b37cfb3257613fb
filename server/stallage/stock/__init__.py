"""How many pieces there are, and for which orders some are held.

The law of stock:

1. `skus.stock` is what can still be ordered. Only this feature writes it once a SKU exists, but for
   `products.put_products`, by which an import sets what was counted, under the same locks; and the
   database itself refuses a number below zero.
2. Whoever takes pieces locks the rows of all SKUs concerned at once, in the order of their ids, before
   looking at a number. Two baskets in opposite orders therefore wait for each other and never lock up.
3. Pieces leave by one guarded statement that also writes what was taken for which order. A
   reservation is *held*, and then either *sold* (the parcel left) or *released* (given back). It is
   given back once and only once: the statement that gives back is guarded by the state it changes.
4. A SKU that is not tracked never runs out and nothing is taken from it; one that may be ordered on
   backorder gives what is there and owes the rest. A release gives back what was taken, not what was
   ordered.
5. What shoppers see is part of the same transaction: cards are refreshed where the visible band (sold
   out, the last few, plenty) changes, and only there. Products are locked last of all.
"""
