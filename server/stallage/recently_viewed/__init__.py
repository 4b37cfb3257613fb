"""SKUs that a customer viewed recently: newest first, each once, at most 20.

A guest's list is stored in the browser and merged at sign-in. The ids are stored in the customer's row,
so that the visitor's details need only one row.
"""
