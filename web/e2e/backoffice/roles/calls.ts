import { permissionOf } from "./contract";
import { SCREENS } from "./screens";

/** Which call a control leads to, by the beginning of the screen's name and of the control's. */
const CALLS: readonly (readonly [screen: string, control: string, call: string])[] = [
  ["", "link /backoffice/drafts", "GET /drafts"],
  ["", "link /backoffice/storefront/collections/new", "POST /collections"],
  ["", "link /backoffice/storefront", "GET /categories"],
  ["", "menuitem Draft order", "POST /drafts"],
  [
    "Frame",
    "button Create",
    "POST /drafts | POST /products | POST /promotions/codes | POST /content/pages | POST /team | POST /tokens | POST /webhooks",
  ],
  ["Frame", "menuitem Product", "POST /products"],
  ["", "link /backoffice/settings", "settings.read"],
  ["Frame", "menuitem Promo code", "POST /promotions/codes"],
  ["Frame", "menuitem Page", "POST /content/pages"],
  ["Frame", "menuitem Blog article", "POST /content/blogs"],
  ["", "link /backoffice/content/pages/new", "POST /content/pages"],
  ["", "link /backoffice/content/blogs/new", "POST /content/blogs"],
  ["", "link /backoffice/content", "GET /content/pages"],
  ["FAQs", "button Add question", "PUT /content/faqs"],
  ["FAQs", "button Move", "PUT /content/faqs"],
  ["Page text", "button Restore", "PATCH /content/pages/{slug}"],
  ["Email text", "button Send me a test", "POST /content/emails/{name}/test"],
  ["Frame", "menuitem Team member", "POST /team"],
  ["Frame", "menuitem Access token", "POST /tokens"],
  ["Frame", "menuitem Webhook", "POST /webhooks"],
  ["Search", "option … Margaret", "GET /orders"],
  ["Search", "option Open", "GET /orders/{number}"],
  ["Search", "option Ship", "POST /orders/{number}/parcels"],
  ["Search", "option Refund", "POST /orders/{orderId}/refunds"],
  ["Today", "combobox Period", "GET /today/sales"],
  ["Today", "radio ", "GET /today/sales"],
  ["Today", "button Show table", "GET /today/sales"],
  ["Today", "button Download CSV", "GET /today/sales"],
  ["Today", "link /backoffice/support?view", "GET /inbox & GET /reviews"],
  ["Today", "link /search?q", "GET /today/searches"],
  ["Orders", "button Export", "orders.export"],
  ["Orders to confirm, selection", "button Confirm", "POST /orders/{number}/steps"],
  ["Orders to confirm, selection", "button More bulk actions", "GET /orders"],
  ["Orders to confirm, selection", "menuitem Pack …", "POST /orders/{number}/steps"],
  ["Orders to confirm, selection", "menuitem Export", "orders.export"],
  ["Orders to confirm, selection", "menuitem Cancel", "POST /orders/{orderId}/cancellations"],
  ["Order to confirm, edit", "textbox Amount", "refunds.goodwill"],
  ["Order to confirm, edit", "textbox Reason", "refunds.goodwill"],
  ["Order ", "button Refund", "POST /orders/{orderId}/refunds"],
  ["Order ", "button Confirm", "POST /orders/{number}/steps"],
  ["Order ", "button Pack", "POST /orders/{number}/steps"],
  ["Order ", "menuitem Pack … items", "POST /orders/{number}/steps"],
  ["Order ", "button Ship", "POST /orders/{number}/parcels"],
  ["Order ", "menuitem Ship", "POST /orders/{number}/parcels"],
  ["Order ", "button Mark delivered", "POST /orders/{number}/delivery"],
  ["Order ", "menuitem Mark out for delivery", "POST /orders/{number}/steps"],
  ["Order ", "menuitem Back to", "POST /orders/{number}/steps/take-back"],
  ["Order ", "menuitem Cancel items", "POST /orders/{orderId}/cancellations"],
  ["Order ", "menuitem Edit", "POST /orders/{orderId}/edits"],
  ["Order ", "textbox Note for your team", "POST /notes/order/{key}"],
  ["Return ", "textbox Write a note", "POST /notes/return/{key}"],
  ["Customer", "textbox Write a note", "POST /notes/customer/{key}"],
  ["Ticket", "textbox Internal note", "POST /notes/ticket/{key}"],
  ["Order ", "menuitem Start return", "POST /orders/{orderId}/returns"],
  ["Order ", "button Actions for parcel", "PATCH /orders/{number}/parcels/{parcelId}"],
  ["Order ", "menuitem Correct tracking", "PATCH /orders/{number}/parcels/{parcelId}"],
  ["Order ", "button Edit", "PATCH /orders/{number}"],
  ["Order ", "button Send again", "POST /orders/{number}/emails/{email}/send"],
  ["Order ", "button Mark as reviewed", "PUT /orders/{number}/hints"],
  ["Order ", "button Pay", "POST /orders/{orderId}/refunds/{refundId}/pay"],
  ["Order ", "button Withdraw", "POST /orders/{orderId}/refunds/{refundId}/withdraw"],
  ["Order delivered, refund", "radio By item", "refunds.goodwill"],
  ["Order delivered, refund", "radio By amount", "refunds.goodwill"],
  ["Return ", "button Refuse", "POST /returns/{returnId}/refuse"],
  ["Return ", "button Approve", "POST /returns/{returnId}/approve"],
  ["Return ", "button More", "POST /returns/{returnId}/instructions"],
  ["Return ", "menuitem Send instructions", "POST /returns/{returnId}/instructions"],
  ["Return ", "button Mark picked up", "POST /returns/{returnId}/pick-up"],
  ["Return ", "button Mark received", "POST /returns/{returnId}/receive"],
  ["Return ", "button Inspect", "POST /returns/{returnId}/inspect"],
  ["Return to complete", "button Complete", "POST /returns/{returnId}/refund"],
  ["Products", "button More", "products.edit"],
  ["Products", "link /backoffice/products/new", "POST /products"],
  ["Products", "menuitem Bulk edits", "products.edit"],
  ["Products", "checkbox ", "products.edit"],
  ["Customers", "button Export", "GET /customers/export"],
  ["Customer", "button Change wallet", "POST /customers/{customerId}/wallet"],
  ["Customer", "button Edit", "PATCH /customers/{customerId}"],
  ["Customer", "button More actions", "POST /customers/{customerId}/merges"],
  ["Customer", "menuitem Merge", "POST /customers/{customerId}/merges"],
  ["Customer", "menuitem Download", "GET /customers/{customerId}/personal-data"],
  ["Customer", "menuitem Erase", "POST /customers/{customerId}/erasure"],
  ["", "button Reviews", "GET /reviews"],
  ["Ticket", "button Mark solved", "PATCH /tickets/{ticketId}"],
  ["Ticket", "button More actions", "PATCH /tickets/{ticketId}"],
  ["Ticket", "menuitem ", "PATCH /tickets/{ticketId}"],
  ["Ticket", "radio ", "POST /tickets/{ticketId}/replies & POST /notes/ticket/{key}"],
  ["Ticket", "textbox Reply", "POST /tickets/{ticketId}/replies"],
  ["Ticket", "button Saved replies", "POST /tickets/{ticketId}/replies"],
  ["Ticket", "button Send", "POST /tickets/{ticketId}/replies"],
  ["Ticket", "combobox Assignee", "PATCH /tickets/{ticketId}"],
  ["Ticket", "combobox Priority", "PATCH /tickets/{ticketId}"],
  ["Ticket", "combobox Tags", "PATCH /tickets/{ticketId}"],
  ["Ticket", "textbox Order", "PATCH /tickets/{ticketId}"],
  ["Review", "link /products", "GET /reviews/{reviewId}"],
  ["Review", "button Publish", "POST /reviews/{reviewId}/publish"],
  ["Review", "button Refuse", "POST /reviews/{reviewId}/refuse"],
  ["Review", "button Save reply", "PUT /reviews/{reviewId}/reply"],
  ["Review", "textbox Public reply", "PUT /reviews/{reviewId}/reply"],
  ["Question", "button Hide", "POST /questions/{questionId}/hide"],
  ["Question", "textbox Answer", "POST /questions/{questionId}/answers"],
  ["Question", "button Answer", "POST /questions/{questionId}/answers"],
  ["Saved replies", "button ", "POST /support/saved-replies"],
  ["Promo codes", "link /backoffice/promotions/new", "POST /promotions/codes"],
  ["Promo codes", "button Generate", "POST /promotions/batches"],
  ["Discounts", "link /backoffice/discounts/new", "POST /promotions/discounts"],
  ["Sales", "link /backoffice/sales/new", "POST /promotions/sales"],
  ["Gift cards", "button Issued", "promotions.read"],
  ["Gift cards", "button Issue", "POST /promotions/gift-cards"],
  ["Categories", "button Add", "POST /categories"],
  ["Categories", "button Move", "POST /categories/{categoryId}/move"],
  ["Categories", "menuitem Edit", "PATCH /categories/{categoryId}"],
  ["Categories", "menuitem Rename", "PATCH /categories/{categoryId}"],
  ["Categories", "menuitem Add", "POST /categories"],
  ["Categories", "menuitem Move", "POST /categories/{categoryId}/move"],
  ["Categories", "menuitem Nest", "POST /categories/{categoryId}/move"],
  ["Categories", "menuitem Take out", "POST /categories/{categoryId}/move"],
  ["Categories", "menuitem Delete", "DELETE /categories/{categoryId}"],
  ["Health", "textbox Address", "POST /health/emails/{emailId}/send"],
  ["Health", "button Send", "POST /health/emails/{emailId}/send"],
  ["Health", "button Delete", "DELETE /health/emails/{emailId}"],
  ["Team", "button Invite", "POST /team"],
  ["Team", "button Manage", "PATCH /team/{id}"],
  ["Roles", "button New role", "POST /roles"],
  ["Setup guide", "button Save", "PUT /settings/company"],
  ["Settings", "button Undo", "POST /settings/changes/{changeId}/undo"],
  ["Settings", "button Check price", "POST /settings/price-check/preview"],
  ["Settings", "button Add", "PUT /settings/delivery"],
  ["Settings", "button Remove", "PUT /settings/delivery"],
  ["Webhooks", "button Add", "POST /webhooks"],
  ["Webhook", "button Send a test", "POST /webhooks/{webhookId}/test"],
  ["Webhook", "button Edit", "PATCH /webhooks/{webhookId}"],
  ["Webhook", "button More actions", "PATCH /webhooks/{webhookId}"],
  ["Webhook", "menuitem ", "PATCH /webhooks/{webhookId}"],
  ["Delivery", "button Send", "POST /webhook-deliveries/{deliveryId}/resend"],
  ["Stock item", "button Change stock", "POST /stock/skus/{skuId}/changes"],
  ["Stock item", "button Move units", "POST /stock/skus/{skuId}/moves"],
  ["Stock item", "textbox Low from", "PUT /stock/skus/{skuId}/low-level"],
  ["Stock item", "link /backoffice/orders/", "orders.read"],
  ["Settings, taxes", "combobox Standard rate", "settings.edit"],
  ["Stock item", "link /orders", "GET /orders/{number}"],
  ["Stock counts", "button New count", "POST /stock/counts"],
  ["Stock count", "searchbox Scan", "PUT /stock/counts/{countId}/figures/{skuId}"],
  ["Stock count", "button Remove the figure", "stock.edit"],
  ["Stock count", "button Apply", "POST /stock/counts/{countId}/apply"],
  ["Stock count", "button Cancel", "POST /stock/counts/{countId}/cancel"],
  ["Stock deliveries", "link /backoffice/stock/deliveries/new", "POST /stock/deliveries"],
  ["Stock delivery", "button Cancel", "POST /stock/deliveries/{deliveryId}/cancel"],
  ["Stock delivery", "button Receive", "POST /stock/deliveries/{deliveryId}/receive"],
  ["Stock locations", "button Add", "POST /stock/locations"],
  ["Stock locations", "button Edit", "PUT /stock/locations/{locationId}"],
  ["Stock locations", "button Remove", "DELETE /stock/locations/{locationId}"],
  ["Audit log", "button Export", "GET /audit/export"],
];

/** What is not always shown: the rail lists what is below the current area alone, and one composer is open. */
const SOMETIMES: readonly (readonly [screen: string, control: string])[] = [
  ["Frame", "link /backoffice/audit"],
  ["Frame", "link /backoffice/storefront/categories"],
  ["Frame", "link /backoffice/storefront/collections"],
  ["Frame", "link /backoffice/settings/taxes"],
  ["Frame", "link /backoffice/settings/delivery"],
  ["Frame", "link /backoffice/team"],
  ["Frame", "link /backoffice/tokens"],
  ["Frame", "link /backoffice/webhooks"],
  ["Frame", "link /backoffice/stock/counts"],
  ["Frame", "link /backoffice/stock/deliveries"],
  ["Frame", "link /backoffice/stock/locations"],
  ["Ticket", "textbox Internal note"],
  ["Ticket", "button Add note"],
];

export function isSometimes(screen: string, control: string): boolean {
  return SOMETIMES.some(([place, name]) => place === screen && name === control);
}

/** The permission of the screen that a link leads to. */
function permissionOfLink(control: string): string | undefined {
  const kind = /(?:link|menuitem) \/backoffice(\/[^?/]*)/.exec(control)?.[1];
  if (kind === undefined || kind === "/") return undefined;
  if (control.includes("/support/review")) return permissionOf("GET /reviews/{reviewId}");
  return SCREENS.find((screen) => screen.path === kind)?.permission;
}

/**
 * What a control needs besides its screen, such as `orders.fulfil | orders.export`; undefined if whoever
 * sees the screen may use it.
 */
export function permissionOfControl(screen: string, control: string): string | undefined {
  const found = CALLS.find(([start, name]) => screen.startsWith(start) && control.startsWith(name));
  if (!found) return permissionOfLink(control);
  return found[2]
    .split(/ ([&|]) /)
    .map((part) => (part.length === 1 ? part : permissionOf(part)))
    .join(" ");
}

/** Whether somebody with these permissions has what a control needs. */
export function hasWhat(needs: string | undefined, permissions: ReadonlySet<string>): boolean {
  return (
    needs === undefined ||
    needs.split(" | ").some((all) => all.split(" & ").every((one) => permissions.has(one)))
  );
}
