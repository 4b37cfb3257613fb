"""What was bought, where it stands, and how it came there.

Rules of orders:

1. An order copies what was bought: title, options, price, tax and picture stay as they were.
2. A status changes in one function (`actions.change.change_status`), through the table of moves of
   `rules`, and leaves an event row that says when and by whom. The timeline is those rows.
3. An order is addressed by a public id that cannot be guessed. A customer sees their own orders; a
   guest's is shown to who has its key. Everybody else is told that there is no such order.
4. A guest's order becomes the customer's when that e-mail address or phone number has been proven.
"""
