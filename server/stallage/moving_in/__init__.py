"""What moves in from another shop system besides products: customers, orders and redirects.

Orders of the other shop have tables of their own. They are shown to operators and to the customer, with
the amounts of the file, and nothing else follows from them: no stock, payment, invoice, email or webhook.
"""
