"""What is often bought together, worked out from orders at night and read as ready rows.

Orders of the last year count, but cancelled and unpaid ones; past orders that a declaration brings from
another shop count as well. A pair needs a minimum of orders and has to occur more often than chance
would have it (`rules`). Pages read at most four cards by one index scan.
"""
