"""What may have to end a payment session first, and so calls the outside between two transactions."""
