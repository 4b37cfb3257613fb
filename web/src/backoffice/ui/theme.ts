import {
  ActionIcon,
  Button,
  Checkbox,
  createTheme,
  type CSSVariablesResolver,
  Drawer,
  Input,
  type MantineColorsTuple,
  Menu,
  Modal,
  Popover,
  Radio,
  SegmentedControl,
  Skeleton,
  Switch,
  Tooltip,
  type VariantColorsResolver,
} from "@mantine/core";
import { dark, light, type Tokens } from "./tokens";

const one = (colour: string): MantineColorsTuple =>
  Array.from({ length: 10 }, () => colour) as unknown as MantineColorsTuple;

/** The head of a dialog is a `header`, which outside an article is the banner of the page. */
const NO_BANNER = { header: { role: "presentation" } };

/** Labels of small boxes are as large as all other text. */
const CHOICE = {
  label: { fontSize: "14px", lineHeight: "20px" },
  description: { marginTop: 0, fontSize: "12px", lineHeight: "16px" },
};

/** Colours of buttons. `color="bad"` is for what cannot be undone. */
const variantColorResolver: VariantColorsResolver = ({ variant, color }) => {
  const isBad = color === "bad";
  switch (variant) {
    case "filled":
      return isBad
        ? { background: "var(--bad)", hover: "var(--bad)", color: "var(--page)", border: "none" }
        : {
            background: "var(--accent)",
            hover: "var(--accent-hover)",
            color: "var(--on-accent)",
            border: "none",
          };
    case "subtle":
    case "transparent":
      return {
        background: "transparent",
        hover: "var(--ground)",
        color: isBad ? "var(--bad)" : "var(--ink)",
        border: "1px solid transparent",
      };
    case "light":
      return {
        background: "var(--tint)",
        hover: "var(--ground)",
        color: "var(--ink)",
        border: "1px solid var(--line)",
      };
    default:
      return {
        background: "var(--page)",
        hover: "var(--tint)",
        color: isBad ? "var(--bad)" : "var(--ink)",
        border: "1px solid var(--line)",
      };
  }
};

export const theme = createTheme({
  fontFamily: "var(--family)",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  // "sm" is the size of Mantine's controls, menus and labels: they are as large as all other text.
  fontSizes: { xs: "12px", sm: "14px", md: "14px", lg: "16px", xl: "20px" },
  lineHeights: { xs: "16px", sm: "20px", md: "20px", lg: "24px", xl: "28px" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "10px", xl: "16px" },
  defaultRadius: "sm",
  breakpoints: { xs: "30em", sm: "48em", md: "64em", lg: "75em", xl: "87.5em" },
  headings: {
    fontFamily: "var(--family)",
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "20px", lineHeight: "28px" },
      h2: { fontSize: "16px", lineHeight: "24px" },
      h3: { fontSize: "14px", lineHeight: "20px" },
    },
  },
  colors: {
    accent: one(light.accent),
    bad: one(light.bad),
    // Mantine's own neutrals, which many of its components use directly, in the tokens' warm tone.
    gray: [
      light.tint,
      light.ground,
      light.line,
      light.line,
      light.control,
      light["ink-3"],
      light["ink-3"],
      light["ink-2"],
      light.ink,
      light.ink,
    ],
    dark: [
      dark.ink,
      dark["ink-2"],
      dark["ink-3"],
      dark["ink-3"],
      dark.line,
      dark.ground,
      dark.tint,
      dark.page,
      dark.ground,
      dark.page,
    ],
  },
  primaryColor: "accent",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Button: Button.extend({
      defaultProps: { variant: "default" },
      vars: () => ({
        root: {
          "--button-height": "var(--control-h)",
          "--button-padding-x": "12px",
          "--button-fz": "14px",
        },
      }),
      styles: { root: { fontWeight: 500 } },
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: "default" },
      vars: () => ({ root: { "--ai-size": "var(--control-h)" } }),
    }),
    Input: Input.extend({
      vars: () => ({
        input: {},
        wrapper: {
          "--input-height": "var(--field-h)",
          "--input-fz": "14px",
          "--input-bd": "var(--control)",
          "--input-bg": "var(--page)",
        },
      }),
    }),
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
    }),
    Checkbox: Checkbox.extend({
      defaultProps: { size: "xs", radius: "xs" },
      styles: CHOICE,
    }),
    Radio: Radio.extend({
      defaultProps: { size: "xs" },
      styles: CHOICE,
    }),
    Switch: Switch.extend({ styles: CHOICE }),
    SegmentedControl: SegmentedControl.extend({
      styles: {
        root: { background: "var(--ground)" },
        indicator: { background: "var(--pressed)" },
      },
    }),
    Modal: Modal.extend({
      defaultProps: { radius: "md", centered: true, attributes: NO_BANNER },
      styles: { title: { fontWeight: 600 } },
    }),
    Drawer: Drawer.extend({
      defaultProps: { position: "right", attributes: NO_BANNER },
      styles: { title: { fontWeight: 600 } },
    }),
    Menu: Menu.extend({
      defaultProps: {
        shadow: "md",
        position: "bottom-end",
        withinPortal: true,
        transitionProps: { duration: 0 },
        // The first item gets the focus: a menu may contain nothing else that takes it.
        withInitialFocusPlaceholder: false,
        menuItemTabIndex: 0,
      },
    }),
    // Shown at once: until it has faded in it would not have the focus, nor close itself on Escape.
    Popover: Popover.extend({ defaultProps: { shadow: "md", transitionProps: { duration: 0 } } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, withArrow: false } }),
    Skeleton: Skeleton.extend({ defaultProps: { radius: "xs" } }),
  },
});

function variables(tokens: Tokens, shadow: string): Record<string, string> {
  const names = Object.entries(tokens).map(([name, value]) => [`--${name}`, value as string]);
  return {
    ...(Object.fromEntries(names) as Record<string, string>),
    "--shadow": shadow,
    "--link": tokens.accent,
    "--focus": tokens.accent,
    "--mantine-color-body": tokens.page,
    "--mantine-color-text": tokens.ink,
    "--mantine-color-dimmed": tokens["ink-2"],
    "--mantine-color-placeholder": tokens["ink-3"],
    "--mantine-color-anchor": tokens.accent,
    "--mantine-color-error": tokens.bad,
    "--mantine-color-default": tokens.page,
    "--mantine-color-default-hover": tokens.tint,
    "--mantine-color-default-color": tokens.ink,
    "--mantine-color-default-border": tokens.control,
    "--mantine-color-disabled": tokens.tint,
    "--mantine-color-disabled-color": tokens["ink-3"],
    "--mantine-color-disabled-border": tokens.line,
    "--mantine-primary-color-filled": tokens.accent,
    "--mantine-primary-color-filled-hover": tokens["accent-hover"],
    "--mantine-primary-color-light": tokens["accent-tint"],
    "--mantine-primary-color-light-color": tokens.accent,
    "--mantine-primary-color-contrast": tokens["on-accent"],
    "--mantine-color-accent-filled": tokens.accent,
    "--mantine-color-accent-filled-hover": tokens["accent-hover"],
    "--mantine-color-accent-light": tokens["accent-tint"],
    "--mantine-color-accent-light-color": tokens.accent,
    "--mantine-color-accent-outline": tokens.accent,
    "--mantine-shadow-md": shadow,
    "--mantine-shadow-xl": shadow,
  };
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: variables(light, "0 1px 2px rgb(29 27 25 / 6%), 0 12px 32px rgb(29 27 25 / 12%)"),
  dark: variables(dark, "0 1px 2px rgb(0 0 0 / 30%), 0 12px 32px rgb(0 0 0 / 40%)"),
});
