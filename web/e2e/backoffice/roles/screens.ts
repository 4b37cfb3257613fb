import type { Records } from "./records";

/** A state of a screen that has its own buttons. */
export interface Screen {
  name: string;
  /** `{toPack}` stands for the number of that record. */
  path: string;
  /** What its route asks for; without one, everybody may open it. */
  permission?: string;
  /** What opens it in the page before, such as a panel; only its own controls are compared. */
  panel?: Panel;
}

interface Panel {
  of: string;
  /** A call that its button leads to: others do not see the panel. */
  call: string;
  /** A button or checkbox to press, if the address does not open it. */
  press?: string | RegExp;
}

function page(name: string, path: string, permission?: string): Screen {
  return { name, path, ...(permission === undefined ? {} : { permission }) };
}

function panel(of: Screen, name: string, query: string, call: string): Screen {
  return {
    ...of,
    name: `${of.name}, ${name}`,
    path: of.path + query,
    panel: { of: of.name, call },
  };
}

function pressed(of: Screen, name: string, press: string | RegExp, call: string): Screen {
  return { ...of, name: `${of.name}, ${name}`, panel: { of: of.name, call, press } };
}

function order(name: string, record: keyof Records): Screen {
  return page(`Order ${name}`, `/orders/{${record}}`, "orders.read");
}

function returned(name: string, record: keyof Records): Screen {
  return page(`Return ${name}`, `/returns/{${record}}`, "returns.read");
}

const waiting = page("Orders to confirm", "/orders?view=to-confirm", "orders.read");
const toConfirm = order("to confirm", "toConfirm");
const onDelivery = order("paid on delivery", "onDelivery");
const toShip = order("to ship", "toShip");
const shipped = order("shipped", "shipped");
const delivered = order("delivered", "delivered");
const toApprove = returned("to approve", "toApprove");
const toInspect = returned("to inspect", "toInspect");
const toComplete = returned("to complete", "toComplete");
const customer = page("Customer", "/customers/{customer}", "customers.read");
const stockItem = page("Stock item", "/stock/skus/{sku}", "stock.read");
const stockDelivery = page("Stock delivery", "/stock/deliveries/{stockDelivery}", "stock.read");
const stockTransfer = page("Stock transfer", "/stock/transfers/{transfer}", "stock.read");
const stockLocations = page("Stock locations", "/stock/locations", "stock.read");
const products = page("Products", "/products", "products.read");
const team = page("Team", "/team", "team.read");
const tokens = page("Access tokens", "/tokens", "tokens.edit");
const categories = page("Categories", "/storefront/categories", "products.read");
const report = page("Report", "/reports/sales", "reports.read");
const webhooks = page("Webhooks", "/webhooks", "webhooks.read");

/** Every screen of the back office, with its panels and the states of its records. */
export const SCREENS: readonly Screen[] = [
  page("Today", "/"),
  products,
  page("Orders", "/orders", "orders.read"),
  waiting,
  pressed(waiting, "selection", /^Select SO-/, "GET /orders"),
  page("Bulk operations", "/bulk", "orders.read"),
  toConfirm,
  panel(toConfirm, "cancel", "?panel=cancel", "POST /orders/{orderId}/cancellations"),
  panel(toConfirm, "delivery", "?panel=delivery", "PATCH /orders/{number}"),
  panel(toConfirm, "edit", "?panel=edit", "POST /orders/{orderId}/edits"),
  order("to pack", "toPack"),
  toShip,
  panel(toShip, "ship", "?panel=ship", "POST /orders/{number}/parcels"),
  shipped,
  panel(shipped, "deliver", "?panel=deliver", "POST /orders/{number}/delivery"),
  delivered,
  panel(delivered, "refund", "?panel=refund", "POST /orders/{orderId}/refunds"),
  panel(delivered, "return", "?panel=return", "POST /orders/{orderId}/returns"),
  order("with granted refund", "granted"),
  order("cancelled", "cancelled"),
  onDelivery,
  panel(onDelivery, "mark paid", "?panel=mark-paid", "POST /orders/{orderId}/manual-payments"),
  order("to pay back", "toPayBack"),
  page("Promo codes", "/promotions", "promotions.read"),
  page("Generated codes", "/promotions/batches", "promotions.read"),
  page("Discounts", "/discounts", "promotions.read"),
  page("Sales", "/sales", "promotions.read"),
  page("Gift cards", "/gift-cards", "promotions.read"),
  page("Drafts", "/drafts", "orders.create"),
  page("New draft", "/drafts/new", "orders.create"),
  page("Returns", "/returns", "returns.read"),
  toApprove,
  pressed(toApprove, "refuse", "Refuse", "POST /returns/{returnId}/refuse"),
  returned("to receive", "toReceive"),
  toInspect,
  pressed(toInspect, "inspect", "Inspect items", "POST /returns/{returnId}/inspect"),
  toComplete,
  pressed(toComplete, "complete", "Complete return", "POST /returns/{returnId}/refund"),
  page("Stock", "/stock", "stock.read"),
  stockItem,
  panel(stockItem, "change", "?panel=change", "POST /stock/skus/{skuId}/changes"),
  page("Stock counts", "/stock/counts", "stock.read"),
  page("Stock count", "/stock/counts/{count}", "stock.read"),
  page("Stock deliveries", "/stock/deliveries", "stock.read"),
  page("New stock delivery", "/stock/deliveries/new", "stock.edit"),
  stockDelivery,
  panel(stockDelivery, "receive", "?panel=receive", "POST /stock/deliveries/{deliveryId}/receive"),
  page("Stock transfers", "/stock/transfers", "stock.read"),
  page("New stock transfer", "/stock/transfers/new", "stock.edit"),
  stockTransfer,
  panel(stockTransfer, "receive", "?panel=receive", "POST /stock/transfers/{transferId}/receive"),
  stockLocations,
  panel(stockLocations, "new", "?panel=new", "POST /stock/locations"),
  page("Low-stock levels", "/stock/low-levels", "stock.read"),
  page("Customers", "/customers", "customers.read"),
  page("Guests", "/customers/guests", "customers.read"),
  customer,
  panel(customer, "edit", "?panel=edit", "PATCH /customers/{customerId}"),
  panel(customer, "wallet", "?panel=wallet", "POST /customers/{customerId}/wallet"),
  panel(customer, "merge", "?panel=merge", "POST /customers/{customerId}/merges"),
  panel(customer, "erase", "?panel=erase", "POST /customers/{customerId}/erasure"),
  page("Support", "/support", "support.read"),
  page("Ticket", "/support/{ticket}", "support.read"),
  page("Question", "/support/question/{question}", "support.read"),
  page("Review", "/support/review/{review}", "support.read"),
  page("Saved replies", "/support/saved-replies", "support.read"),
  page("Held emails", "/support/held", "support.read"),
  page("Home page", "/storefront/home", "content.read"),
  page("Menus", "/storefront/menus", "content.read"),
  page("Announcement bar", "/storefront/announcement", "content.read"),
  categories,
  panel(categories, "add", "?panel=add", "POST /categories"),
  page("Imports", "/imports", "products.edit"),
  page("Sliders and sections", "/storefront/sliders", "content.read"),
  page("New slider", "/storefront/sliders/new", "content.edit"),
  page("New feature section", "/storefront/sliders/sections/new", "content.edit"),
  page("Collections", "/storefront/collections", "products.read"),
  page("New collection", "/storefront/collections/new", "products.edit"),
  page("Brands", "/storefront/brands", "products.read"),
  page("Filters", "/storefront/filters", "products.read"),
  page("Search words", "/storefront/search-words", "products.read"),
  page("Missed sales", "/storefront/missed-sales", "products.read"),
  page("Size guides", "/storefront/size-guides", "products.read"),
  page("New size guide", "/storefront/size-guides/new", "products.edit"),
  page("Pages", "/content/pages", "content.read"),
  page("Page text", "/content/pages/contact-us", "content.read"),
  page("Blog", "/content/blogs", "content.read"),
  page("FAQs", "/content/faqs", "content.read"),
  page("Emails", "/content/emails", "content.read"),
  page("Email text", "/content/emails/order_delivered", "content.read"),
  page("Reports", "/reports", "reports.read"),
  report,
  panel(report, "email", "?panel=schedules", "POST /reports/schedules"),
  page("Health", "/health", "health.read"),
  page("Setup guide", "/setup-guide?step=name", "settings.read"),
  page("Settings, company", "/settings/company", "settings.read"),
  page("Settings, currency", "/settings/currency", "settings.read"),
  page("Settings, taxes", "/settings/taxes", "settings.read"),
  page("Settings, delivery", "/settings/delivery", "settings.read"),
  page("Settings, carriers", "/settings/carriers", "settings.read"),
  page("Payment rehearsals", "/settings/payments/rehearsals", "settings.read"),
  team,
  panel(team, "invite", "?new", "POST /team"),
  pressed(team, "member", "Manage Support Granter", "PATCH /team/{id}"),
  page("Roles", "/team/roles", "team.read"),
  tokens,
  panel(tokens, "new", "?new", "POST /tokens"),
  webhooks,
  panel(webhooks, "new", "?new", "POST /webhooks"),
  page("Webhook", "/webhooks/{webhook}", "webhooks.read"),
  page("Delivery", "/webhooks/{webhook}/deliveries/{delivery}", "webhooks.read"),
  page("Data", "/settings/data", "settings.export"),
  page("Bring in a shop", "/settings/data/import", "settings.import"),
  page("Audit log", "/audit", "audit.read"),
  page("Audit entry", "/audit/{entry}", "audit.read"),
  page("Account", "/account"),
];

/** The address of a screen of one record. */
export function pathOf({ path }: Screen, records: Records): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => String(records[name as keyof Records]));
}
