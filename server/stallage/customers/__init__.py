"""Customers: profile, contacts and delivery addresses.

A customer has an email address, a phone number, or both; each is unique and was verified with a code
or by Google. If a customer has addresses, exactly one of them is primary. A customer who asks to be
forgotten leaves an empty row, which orders and the wallet's ledger still refer to.
"""
