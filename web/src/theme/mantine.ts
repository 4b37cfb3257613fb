import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

/** The tokens of tokens.css in the ten shades that Mantine counts in; ours is the eighth. */
const primary: MantineColorsTuple = [
  "#eef4f1",
  "#dbe7e1",
  "#b8d1c6",
  "#92baa9",
  "#6fa48e",
  "#4f8a73",
  "#366654",
  "#23483c",
  "#1b3a30",
  "#132a22",
];

export const mantineTheme = createTheme({
  primaryColor: "primary",
  primaryShade: { light: 7, dark: 3 },
  colors: { primary },
  fontFamily: "var(--family)",
  headings: { fontFamily: "var(--family)", fontWeight: "500" },
  defaultRadius: "sm",
  cursorType: "pointer",
  respectReducedMotion: true,
});

/** Mantine's colours are the shop's own, in light and in dark. */
export const mantineVariables: CSSVariablesResolver = () => ({
  variables: {
    "--mantine-color-body": "var(--page)",
    "--mantine-color-text": "var(--ink)",
    "--mantine-color-dimmed": "var(--ink-2)",
    "--mantine-color-error": "var(--bad)",
    "--mantine-color-placeholder": "var(--ink-3)",
    "--mantine-color-anchor": "var(--ink)",
    "--mantine-color-default": "var(--page)",
    "--mantine-color-default-border": "var(--line-strong)",
    "--mantine-color-default-color": "var(--ink)",
    "--mantine-color-default-hover": "var(--tint)",
    "--mantine-primary-color-filled": "var(--primary)",
    "--mantine-primary-color-filled-hover": "var(--primary-hover)",
    "--mantine-primary-color-contrast": "var(--on-primary)",
    "--mantine-radius-default": "var(--r)",
  },
  light: {},
  dark: {},
});
