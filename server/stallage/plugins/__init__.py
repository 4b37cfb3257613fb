"""Features from other Python packages; docs/extending.md is their manual.

A plug-in is installed beside Stallage and registers its package in the entry-point group
`stallage.features`. It has the same modules as a built-in feature and keeps the same rules.
"""
