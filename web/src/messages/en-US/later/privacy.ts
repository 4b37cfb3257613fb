/** Where somebody is signed in, what is held about them, and being forgotten. See `messages/later`. */
export const privacy = {
  "devices.title": "Where you are signed in",
  "devices.here": "This device",
  "devices.used": "Signed in {since}, last used {used}",
  "devices.end": "Sign out",
  "devices.endOf": "Sign out on {device}",
  "devices.ended": "Signed out there",
  "devices.everywhere": "Sign out everywhere",
  "devices.everywhereTitle": "Sign out everywhere?",
  "devices.everywhereText":
    "You are signed out on every device, on this one too. What is open elsewhere can go on for a few minutes.",
  "devices.stay": "Stay signed in",

  "privacy.held": "What we hold about you",
  "privacy.heldText":
    "Your profile, addresses, wishlist, cart, orders, wallet, reviews, tickets and sign-ins, in one file that programs can read.",
  "privacy.delete": "Delete your account",
  "privacy.deleteText":
    "Your profile, addresses, wishlist, pictures and sign-ins go at once, and what is left in your wallet is given up.",
  "privacy.kept":
    "The law asks us to keep invoices for years. Orders stay for that, without your name, contacts and street.",
  "privacy.deleteAction": "Delete account",
  "privacy.deleteTitle": "Delete your account?",
  "privacy.deleteProof": "We send a code to {contact}, to be sure that it is you.",
  "privacy.deleted": "Your account is deleted",

  "privacy.intro":
    "Bought something without an account? Prove your email or phone number with a code, and see what we hold under it or have it deleted.",
  "privacy.account": "With an account you find this under Sign-in and privacy.",
  "privacy.want": "What would you like?",
  "privacy.wantExport": "See what is held",
  "privacy.wantExportText": "Everything in one file.",
  "privacy.wantForget": "Be forgotten",
  "privacy.wantForgetText": "Orders stay as invoices, without you.",
  "privacy.exported": "Here is your file",
  "privacy.exportedText":
    "The download has begun. It holds everything that is kept under {contact}.",
  "privacy.forgotten": "You are forgotten",
  "privacy.forgottenText": "Nothing under {contact} speaks of you any more.",
  "privacy.more": "Ask something else",
  "privacy.exportAction": "Download",
  "privacy.forgetAction": "Forget me",
} as const;
