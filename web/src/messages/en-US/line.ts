/** The line of shoppers when more want to order than the shop can serve; fetched with the checkout. */
export const line = {
  "line.title": "You are in line",
  "line.ahead": {
    one: "{count} shopper ahead of you, {time}",
    other: "{count} shoppers ahead of you, {time}",
  },
  "line.next": "You are next, {time}",
  "line.seconds": { one: "about {count} second", other: "about {count} seconds" },
  "line.minutes": { one: "about {count} minute", other: "about {count} minutes" },
  "line.explanation":
    "Very many shoppers are ordering at the moment. Your order is sent by itself when it is your turn.",
  "line.safe":
    "Your cart is safe. You keep your place if you reload this page or open it in another tab.",
  "line.notReserved": "Items in your cart are not reserved until your order is placed.",
  "line.progress": "Progress in line",
  "line.leave": "Leave the line",
  "line.leaveTitle": "Leave the line?",
  "line.leaveText": "Your place goes to the next shopper. Your cart stays as it is.",
  "line.stay": "Stay in line",
  "line.turn": "It is your turn",
  "line.turnText": "Your order is being sent. Please keep this page open.",
  "line.soldOut": "This item is sold out",
  "line.soldOutText":
    "It sold out before your turn. Your order was not placed, and nothing is charged.",
  "line.toCart": "Back to your cart",
  "line.ended": "Your place in line is no longer valid",
  "line.endedText":
    "A turn lasts two minutes, and a line ends when nobody waits. Your order was not placed. You can try again.",
  "line.again": "Place order again",
  "line.toCheckout": "Back to checkout",
  "line.pageTitle": { one: "{count} ahead of you", other: "{count} ahead of you" },
} as const;
