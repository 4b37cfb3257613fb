export const health = {
  "health.title": "Health",
} as const;
