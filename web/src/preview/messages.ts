import type { Frame, Home } from "@/api/types";

/** Messages between the back office and the storefront that it shows in a frame. Both are pages of one origin. */

/** CSS custom properties, such as `--ink`, by colour scheme. Null shows what the shop has published. */
export interface ThemePreview {
  type: "stallage.preview.theme";
  variables: { base: Variables; light: Variables; dark: Variables } | null;
  scheme: "light" | "dark";
}

export type Variables = Readonly<Record<string, string>>;

/** The home page, menus and announcement bar with unsaved changes. What is missing stays as it is. */
export interface LayoutPreview {
  type: "stallage.preview.layout";
  home?: Home;
  frame?: Frame;
  /** The section to scroll to. */
  section?: string;
}

/** What the back office sends: a member for each kind of unsaved content that can be previewed. */
export type PreviewMessage = ThemePreview | LayoutPreview;

/** Sent by the storefront once it listens. */
export const PREVIEW_READY = "stallage.preview.ready";

/** In the address of a page that may be framed by the shop's own pages. */
export const PREVIEW_PARAMETER = "preview";
