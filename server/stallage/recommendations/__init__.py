"""Products that are often bought together, computed from orders every night.

Orders of the last year count, except cancelled and unpaid ones. Past orders of another shop, imported by
shop files, count too. A pair must occur in a minimum of orders and more often than by chance (`rules`).
Pages read at most four cards with one index scan.
"""
