"""The lines as a process knows them."""
