"""Write customers and orders of other shops, and take them back."""
