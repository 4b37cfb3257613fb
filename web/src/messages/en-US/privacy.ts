/** Where somebody is signed in, what is held about them, and being forgotten. */
export const privacy = {
  "devices.title": "Where you are signed in",
  "devices.here": "This device",
  "devices.used": "Signed in {since}, last used {used}",
  "devices.end": "Sign out",
  "devices.endOf": "Sign out on {device}",
  "devices.ended": "The device has been signed out",
  "devices.everywhere": "Sign out everywhere",
  "devices.everywhereTitle": "Sign out everywhere?",
  "devices.everywhereText":
    "You will be signed out on all devices, including this one. Other devices may stay signed in for a few minutes.",
  "devices.stay": "Stay signed in",

  "privacy.held": "Data we store about you",
  "privacy.heldText":
    "Your profile, addresses, wishlist, cart, orders, wallet, reviews, tickets and sign-ins, in one machine-readable file.",
  "privacy.delete": "Delete your account",
  "privacy.deleteText":
    "We delete your profile, addresses, wishlist, pictures and sign-ins at once. Any balance left in your wallet is lost.",
  "privacy.kept":
    "The law requires us to keep invoices for several years. We keep your orders for that purpose, without your name, contact details and street address.",
  "privacy.deleteAction": "Delete account",
  "privacy.deleteTitle": "Delete your account?",
  "privacy.deleteProof": "We will send a code to {contact} to confirm that it is you.",
  "privacy.deleted": "Your account has been deleted",

  "privacy.intro":
    "Ordered without an account? Confirm your email or phone number with a code to download or delete the data we store under it.",
  "privacy.account": "If you have an account, you can do this under Sign-in and privacy.",
  "privacy.want": "What would you like?",
  "privacy.wantExport": "Download your data",
  "privacy.wantExportText": "Everything in one file.",
  "privacy.wantForget": "Delete your data",
  "privacy.wantForgetText": "Invoices are kept without your personal data.",
  "privacy.exported": "Your download has started",
  "privacy.exportedText": "The file contains all data that we store under {contact}.",
  "privacy.forgotten": "Your data has been deleted",
  "privacy.forgottenText": "We no longer store personal data under {contact}.",
  "privacy.more": "Make another request",
  "privacy.exportAction": "Download",
  "privacy.forgetAction": "Delete my data",
} as const;
