"""Calls that need the shop's process: trying promotions out, issuing and resending gift cards."""
