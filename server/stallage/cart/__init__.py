"""What a shopper means to buy.

A customer's cart is here; a guest's is a list of SKU ids in the browser, an id that stands n times
meaning n pieces, and is quoted by the same code.

The law of the cart: adding reserves nothing and promises nothing; what has changed since (sold out,
fewer left, another price, gone from the catalogue) is told at its line with what to do about it, and
no line disappears by itself. Nobody can add more than there is, more than 99 of a thing (or the
product's own limit), or more than 100 lines.
"""
