"""What a customer looked at last: SKU ids, newest first, each once, at most 20.

A guest's list lives in the browser and joins the customer's at sign-in. The ids stand in the customer's
own row, so that the visitor's details are one row's read; this feature decides what goes in.
"""
