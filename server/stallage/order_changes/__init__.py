"""What operators change in placed orders: refunds, cancellations and edits, each with a preview.

A preview says in figures what will happen, and has a version. The commit sends the version and is refused
with the new preview if something changed in between. This feature combines what orders, returns,
payments, invoices and checkout know; they write.
"""
