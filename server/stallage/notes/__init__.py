"""Notes of operators about orders, customers and tickets, with mentions of colleagues.

Notes are internal: no shopper sees them. A note is about one record, its subject. A deleted note can be
restored for a day.
"""
