"""Orders: what was bought, its status, and its history.

Rules of orders:

1. An order copies what was bought: title, options, price, tax and picture never change.
2. A status changes in one function (`actions.change.change_status`), through the transitions in `rules`,
   and adds an event row with the time and who changed it. These rows are the timeline.
3. An order is addressed by a public id that cannot be guessed. Customers see their own orders; a guest's
   order needs its key. For everybody else, the order does not exist.
4. A guest's order is assigned to the customer who proves its email address or phone number.
"""
