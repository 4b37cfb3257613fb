"""A shop as files: who it is, what it delivers and taxes, what it sells and says.

`stallage init` writes the first such file, `stallage apply` puts a folder of them into the database,
`stallage declare` writes the present shop out again. The demo shop is such a folder. The rules:

1. What a declaration does not name stays as it is; `apply` says what that is.
2. Applying twice is applying once: what is as declared is not written.
3. One declaration is one transaction: all of it is in, or nothing.
4. Stock counts where a SKU is new, and never again: from then on sales and counts change it.
5. Everything is written by the features' own actions.

docs/shop-files.md describes the format; `records` holds it.
"""
