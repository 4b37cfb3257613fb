"""Carts of customers and guests.

A customer's cart is stored here. A guest's cart is a list of SKU ids in the browser, where an id that
occurs n times means n units; it is quoted by the same code.

Adding an item reserves nothing. If something has changed since (sold out, fewer in stock, another price,
no longer sold), the line carries a problem with what to do about it, and no line is removed by itself. A
cart holds at most 100 lines, and a line at most 99 units, the product's own limit, or the stock.
"""
