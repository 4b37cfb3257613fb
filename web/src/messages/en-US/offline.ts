/** Reading offline, additions to the cart that wait for a connection, and new versions of the shop. */
export const offline = {
  "pending.title": "Waiting for a connection",
  "pending.note": "Will be added when you are online again.",
  "pending.item": "Item",
  "pending.units": { one: "{count} unit", other: "{count} units" },
  "pending.removeOf": "Do not add {title}",
  "pending.remove": "Remove",
  "pending.queued": "You are offline. The item will be added when you are online again.",
  "pending.queuedOf": "You are offline. {title} will be added when you are online again.",
  "pending.added": {
    one: "{count} item was added to your cart.",
    other: "{count} items were added to your cart.",
  },
  "pending.refused": "{title} was not added. {why}",
  "pending.priceChanged": "The price of {title} has changed from {before} to {now}.",
  "update.ready": "A new version of the shop is ready.",
} as const;
