export const account = {
  "account.title": "Your account",
} as const;
