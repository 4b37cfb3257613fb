"""Pages that combine products, merchandising and search: home, category tree and product page."""
