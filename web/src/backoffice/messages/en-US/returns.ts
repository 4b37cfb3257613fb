export const returns = {
  "returns.title": "Returns",
} as const;
