export const signin = {
  "signin.title": "Sign in",
} as const;
