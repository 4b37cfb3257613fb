export const team = {
  "team.title": "Team",
} as const;
