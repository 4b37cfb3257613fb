"""Catalogue files: bytes → text → records → rows → product drafts, and product drafts → file.

`table` opens a file with any encoding, delimiter or compression; a format (`shopify`) converts its
rows to drafts; `catalogue_file` lists the formats. What cannot be read is refused with its line and
a reason, never guessed.

Exporting, importing and exporting again yields the same file, byte for byte. Exported cells are
escaped so that no spreadsheet takes them for formulas.
"""
