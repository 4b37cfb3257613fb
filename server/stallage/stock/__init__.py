"""Stock of SKUs, the reservations that orders hold on it, and the locations where the units are.

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
   ordered. Owed units that have arrived when the order is shipped are taken then, because they leave with
   it; those that have not arrived never count.
5. Shoppers see changes in the same transaction: cards are refreshed where the stock note may change
   (sold out, the last few, plenty), and only there. Products are locked last of all.
6. Units on hand are those in stock and those held: they are physically at a location. `stock_levels` has
   them by location, and `stock_movements` one immutable row for every change. A reservation has no
   location. When an order's first parcel leaves, the units of the order leave their locations.
7. Triggers write levels and movements: one on `skus.supplied`, one on reservations that become sold. No
   statement can change the units on hand without them, whether it belongs to an import, a shop file, a
   return or a test. Placing an order changes neither, so it runs no trigger and locks no other row.
   Actions describe the change beforehand (`products.actions.stock_changes`).
8. Levels change under the lock of their SKU alone. An advisory lock, taken before SKUs, keeps
   locations from being removed while units change there.
"""
