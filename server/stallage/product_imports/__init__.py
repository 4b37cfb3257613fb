"""Imports and exports of products in the back office, and what undoing an import restores.

The files are read as by `stallage import` (`stallage.import_export`), and the imports run in the frame of
`stallage.imports`. Stock changes by the difference that the dry run has shown, so units that are sold between
the dry run, the import and its undo stay sold.
"""
