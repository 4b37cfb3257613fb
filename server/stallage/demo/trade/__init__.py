"""Sample orders for demonstrations and screenshots: two weeks of trade in the demo shop.

`trade.toml` names the people and their words, `plan.py` draws from a seed who buys what and what becomes
of it, `steps.py` does it with the shop's own actions and the clock moved back, and `running.py` runs the
steps in time order. No email is sent.
"""
