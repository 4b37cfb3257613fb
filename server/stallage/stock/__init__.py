"""Stock of SKUs, and the reservations that orders hold on it.

Rules of stock:

1. `skus.stock` is the number of units that can still be ordered. After a SKU exists, only this feature
   changes it, through `products.actions.stock_levels`. The exception is `products.put_products`: an
   import sets the counted stock under the same locks. The database rejects a number below zero.
2. Whoever takes units locks all SKUs concerned at once, in the order of their ids, before reading a
   number. Orders with the same SKUs in opposite orders therefore wait for each other without a deadlock.
3. One guarded statement takes the units and records what was taken for which order. A reservation is
   *held*, and then either *sold* (the parcel has left) or *released* (returned to stock). It is released
   once only: the statement that releases it is guarded by the state that it changes.
4. A SKU that is not tracked never sells out, and nothing is taken from it. A SKU that can be ordered on
   backorder gives the units in stock and owes the rest. A release returns what was taken, not what was
   ordered.
5. Shoppers see changes in the same transaction: cards are refreshed where the stock note may change
   (sold out, the last few, plenty), and only there. Products are locked last of all.
"""
