"""Pages that combine products, merchandising and search: home, category tree, product page."""
