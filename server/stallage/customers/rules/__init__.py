"""What is a contact, a birthday and an address: pure rules."""
