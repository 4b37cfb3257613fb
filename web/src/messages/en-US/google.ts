/** Signing in with Google. */
export const google = {
  "google.closed": "Google’s window was closed before you were signed in.",
  "google.blocked":
    "Your browser blocked Google’s window. Allow pop-ups for this shop, or sign in with a code.",
  "google.failed": "Google could not sign you in. Please try again, or sign in with a code.",
  "google.notLoaded": "Google sign-in could not be loaded. You can sign in with a code instead.",
} as const;
