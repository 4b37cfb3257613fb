"""Customers: who they are, how they are reached, where things are delivered to.

A customer has an e-mail address, a phone number, or both; each is unique and was proven by a code or by
Google. Of a customer's addresses exactly one is primary. A customer who asks to be forgotten leaves a
row without any word about the person, so that orders and the wallet's ledger keep their footing.
"""
