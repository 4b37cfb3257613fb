"""Returns, exchanges, and withdrawal from contracts.

Rules of returns:

1. A return has one of the order statuses 9 to 15 of `orders.rules.OrderStatus`. An order has at most one
   open return, and has its status. Both change in one function (`actions.moving.move_return`).
2. Returned units are refunded with their share of the order's own rounded lines (`orders.rules.units`):
   all returns and cancellations of a line add up to the line, to the cent. Delivery is refunded where the
   law requires it: when a whole order is withdrawn from.
3. Units return to stock once, when they are received. Money is refunded once, when the return is
   completed: to its source as far as possible, and otherwise, or if the shopper prefers, to the wallet. A
   guest's wallet credit waits until the order's contact signs in.
4. An exchange sends replacements as an order of its own that costs nothing. If they have sold out by
   then, the money is refunded instead. If the exchange is cancelled later, it is refunded then.
5. A withdrawal is a statement, not a request. It is stored as received and acknowledged by email, and
   nobody has to approve it.
"""
