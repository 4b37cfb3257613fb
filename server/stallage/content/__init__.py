"""What the shop says at length: policies, contact and care, questions, the journal.

Operators write Markdown or HTML; both are sanitised before they are stored, so what is stored may
be shown.
"""
