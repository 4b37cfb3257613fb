"""Features from other Python packages; see docs/extending.md.

A plug-in is installed beside Stallage and registers its package in the entry-point group
`stallage.features`. It has the same modules as a built-in feature and follows the same rules.
"""
