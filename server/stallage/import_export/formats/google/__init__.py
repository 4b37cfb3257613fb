"""Google Merchant product data: CSV, TSV and XML (RSS or Atom)."""
