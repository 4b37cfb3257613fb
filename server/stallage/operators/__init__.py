"""Operators: the people and apps that run the shop, their roles, sign-ins and access tokens.

Every route of the operators' API declares a permission, and `dependencies` enforces it. Nobody can
grant a permission that they do not have.
"""
