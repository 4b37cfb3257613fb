"""Daily figures of orders, the reports that are made of them, and emails with reports on a schedule.

docs/figures.md defines all figures.
"""
