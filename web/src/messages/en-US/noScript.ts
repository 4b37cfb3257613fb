/** Cart and checkout without a script. */
export const noScript = {
  "noScript.showOption": "Show this option",
  "noScript.soldOut": "{option} (sold out)",
  "noScript.toCart": "Open the cart that works without JavaScript",
  "noScript.update": "Update",
  "noScript.updateOf": "Update {title}",
  "noScript.updateTotals": "Update totals",
  "noScript.updateHint":
    "Press this after you have changed the country, the delivery method or the promo code.",
  "noScript.fullCart": "JavaScript is on? Open the full cart",
  "noScript.fullCheckout": "JavaScript is on? Open the full checkout",
  "noScript.limits":
    "Without JavaScript, orders are paid in cash on delivery. Online payment, gift cards and signing in need JavaScript.",
  "noScript.noCod":
    "This shop does not offer cash on delivery. To pay online, please turn on JavaScript.",
  "noScript.noGuests":
    "This shop takes orders from signed-in customers. To sign in, please turn on JavaScript.",
  "noScript.checkFields": "Please check the marked fields.",
  "noScript.promoCode": "Promo code",
  "noScript.code": "Code",
  "noScript.codeHint": "We have sent a code to {contact}. Enter it and place your order.",
  "noScript.sendCode": "Send a new code",
  "noScript.lineSafe": "This page loads again by itself. Keep it open, and you keep your place.",
  "noScript.lineLook": "Check my place now",
  "noScript.problemTitle": "That did not work",
} as const;
