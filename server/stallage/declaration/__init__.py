"""A shop as files: company details, settings, delivery, taxes, catalogue and texts.

`stallage init` writes the first such file, `stallage apply` writes a folder of them to the database,
`stallage declare` exports the current shop. The demo shop is such a folder. The rules:

1. Records that no file declares are not changed; `apply` lists them.
2. Applying is idempotent: unchanged records are not written.
3. A declaration is applied in one transaction, completely or not at all.
4. Stock applies to new SKUs only; afterwards orders and imports change it.
5. Everything is written by the features' own actions.

docs/shop-files.md describes the format; `records` holds it.
"""
