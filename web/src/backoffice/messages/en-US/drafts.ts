export const drafts = {
  "drafts.title": "Draft orders",
} as const;
