"""How the storefront is arranged: the sections of the home page, the menus and the announcement bar.

Each of the three is one document. Every change adds a version, and the newest version is what shoppers see.
Sections refer to sliders, feature sections and lists by id, and never copy them. A shop without versions
has the automatic home page and menus.
"""
