/** The permissions that menus and buttons follow. The server enforces them. */
export type Permission =
  | `orders.${"read" | "fulfil" | "edit" | "cancel" | "create" | "mark_paid" | "export"}`
  | `refunds.${"grant" | "pay" | "goodwill"}`
  | `returns.${"read" | "decide"}`
  | `customers.${"read" | "edit" | "export" | "erase" | "merge"}`
  | "wallet.adjust"
  | `support.${"read" | "reply"}`
  | "notes.write"
  | "reviews.moderate"
  | `${"products" | "stock" | "promotions" | "content" | "webhooks" | "team" | "settings"}.${"read" | "edit"}`
  | "reports.read"
  | `health.${"read" | "mend"}`
  | "roles.edit"
  | "tokens.edit"
  | `audit.${"read" | "export"}`
  | `settings.${"export" | "import"}`;
