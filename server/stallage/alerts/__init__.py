"""Alerts by email when a product is back in stock or its price drops.

Each alert is sent once. Its token, which only the email contains, cancels it without signing in.
Due alerts are found from the stock and prices that shoppers see, so it does not matter whether an
import, a sale or an operator changed them.
"""
