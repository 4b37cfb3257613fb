/** What checkout asks beside the essentials; fetched with its page. */
export const checkoutDetails = {
  "checkout.business": "This is a business purchase",
  "checkout.businessText": "Your company and tax ID go on the invoice.",
  "checkout.billingDiffers": "Use a different billing address",
  "checkout.extras": "Gift or delivery note",
  "checkout.deliveryNote": "Note for the courier",
  "checkout.deliveryNoteHint": "Such as a door code or where to leave the parcel.",
  "checkout.giftWrap": "Gift wrap",
  "checkout.giftMessage": "Gift message",
  "checkout.giftMessageHint": "We include it in the parcel.",
  "checkout.phoneForCourier": "The courier may need to call you.",
  "checkout.proveTitle": "Confirm your contact details",
  "checkout.proveText":
    "You pay on delivery, so we need to confirm that we can reach you. We sent a code to {contact}.",
  "checkout.proveAndOrder": "Confirm and place order",
} as const;
