/** The colours of the back office, as in back-office-design.md. Components use these and no value of their own. */

export interface Tokens {
  page: string;
  tint: string;
  ground: string;
  raised: string;
  ink: string;
  "ink-2": string;
  "ink-3": string;
  line: string;
  control: string;
  accent: string;
  "accent-hover": string;
  "on-accent": string;
  "accent-tint": string;
  good: string;
  "good-tint": string;
  wait: string;
  "wait-tint": string;
  bad: string;
  "bad-tint": string;
  info: string;
  "info-tint": string;
  "quiet-tint": string;
  bar: string;
  "on-bar": string;
  "on-bar-2": string;
  "bar-line": string;
  c1: string;
  c2: string;
  c3: string;
  c4: string;
  was: string;
  /** The chosen part of a segmented control. */
  pressed: string;
}

export const light: Tokens = {
  page: "#ffffff",
  tint: "#f7f5f2",
  ground: "#efebe5",
  raised: "#ffffff",
  ink: "#1d1b19",
  "ink-2": "#5f5952",
  "ink-3": "#736b62",
  line: "#e6e1da",
  control: "#938c83",
  accent: "#23483c",
  "accent-hover": "#1a382e",
  "on-accent": "#ffffff",
  "accent-tint": "#e8f0ec",
  good: "#2d6a45",
  "good-tint": "#e6f1ea",
  wait: "#7a4d00",
  "wait-tint": "#fbf0d9",
  bad: "#a8321c",
  "bad-tint": "#fbe9e4",
  info: "#2b5687",
  "info-tint": "#e8eef6",
  "quiet-tint": "#f0ede8",
  bar: "#1d1b19",
  "on-bar": "#ffffff",
  "on-bar-2": "#c9c2b9",
  "bar-line": "#57514a",
  c1: "#23483c",
  c2: "#bf8218",
  c3: "#4f86c0",
  c4: "#a8452f",
  was: "#938c83",
  pressed: "#ffffff",
};

export const dark: Tokens = {
  page: "#171513",
  tint: "#1f1c1a",
  ground: "#2a2622",
  raised: "#1f1c1a",
  ink: "#f1ede7",
  "ink-2": "#b3aba1",
  "ink-3": "#9c948a",
  line: "#36322d",
  control: "#7d756c",
  accent: "#8fc7ae",
  "accent-hover": "#a5d4bf",
  "on-accent": "#10231b",
  "accent-tint": "#1f2f28",
  good: "#86c79f",
  "good-tint": "#1d3327",
  wait: "#f0c268",
  "wait-tint": "#3a2d12",
  bad: "#f2a08c",
  "bad-tint": "#42231c",
  info: "#9fc3ee",
  "info-tint": "#1f2d3f",
  "quiet-tint": "#2a2622",
  bar: "#35302b",
  "on-bar": "#f1ede7",
  "on-bar-2": "#c4bcb2",
  "bar-line": "#7d756c",
  c1: "#8fc7ae",
  c2: "#e0a83a",
  c3: "#5b8fd0",
  c4: "#e58a70",
  was: "#6f675e",
  pressed: "#453f38",
};
