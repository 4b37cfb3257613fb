/** Emails a customer gets, and the list of what they viewed. */
export const notifications = {
  "newsletter.own": "Newsletter",
  "newsletter.ownText": "News and offers now and then, sent to {email}.",
  "newsletter.ownNoEmail": "Add an email address to your profile to get the newsletter.",
  "newsletter.toProfile": "Go to profile",
  "newsletter.on": "You are subscribed to the newsletter.",
  "newsletter.off": "You are unsubscribed from the newsletter.",
  "alerts.title": "Product alerts",
  "alerts.text": "Each alert sends one email and then ends.",
  "alerts.none":
    "You have no alerts. Set one on a product page to hear when a product is back in stock or its price drops.",
  "alerts.backInStock": "Back in stock",
  "alerts.costsLess": "Price drop",
  "alerts.since": "Set on {date}",
  "alerts.end": "Remove",
  "alerts.endOf": "Remove the alert for {product}",
  "alerts.ended": "Alert removed",
  "alerts.goneProduct": "A product that is no longer sold",
  "viewed.remove": "Remove",
  "viewed.removeOf": "Remove {product} from recently viewed",
} as const;
