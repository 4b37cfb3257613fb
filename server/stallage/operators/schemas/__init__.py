"""Requests and responses of operators' accounts, the team, roles and tokens."""
