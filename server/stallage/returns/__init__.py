"""What shoppers take back: cancelled lines, returns, exchanges, and withdrawal by right.

Rules of returns:

1. A return stands in a state of the order's own table (9 to 15 of `orders.rules.OrderStatus`). One is
   open at a time, and while it is, the order stands where the return stands: both move in one function
   (`actions.moving.move_return`).
2. What comes back is worth what it was worth in the order, by the order's own rounded lines
   (`orders.rules.pieces`): all returns and cancellations of a line together are the line, to the cent.
   Delivery is paid back where the law asks for it: when a whole order is withdrawn from.
3. Units go back into stock once, when they are received. Money goes back once, when the return is
   completed: to where it came from as far as that goes, and the rest, or what the shopper wants there,
   to the wallet. A guest's wallet money waits until that address signs in.
4. An exchange sends other units as an order of its own, worth nothing. Where they have run out by
   then, the money goes back instead; where they are cancelled later, it goes back then.
5. A withdrawal is a statement, not a request: it is kept as it came in and acknowledged by message.
   Nobody has to consent to it.
"""
