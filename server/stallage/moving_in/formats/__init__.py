"""Readers of customer and order files of other shop systems.

A format names its fields and the headers by which each is recognised. Its reader converts the rows, with
the mapping that an operator confirmed, to records with a draft or with messages that say why not.
"""
