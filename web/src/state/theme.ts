import { create } from "zustand";
import { onStorageChange, read, write } from "@/storage/browserStorage";
import { THEME } from "@/storage/keys";

/** What the shopper chose. `system` follows the setting of the device. */
export type Theme = "light" | "dark" | "system";
export type Scheme = "light" | "dark";

/**
 * Light unless the shopper chose otherwise. Pages come from the server in this state; the shopper's own
 * is read by `startTheme`.
 */
export const useTheme = create<{ theme: Theme }>()(() => ({ theme: "light" }));

const DARK = "(prefers-color-scheme: dark)";

/** Any value of the storage that is not one of these means light. */
function stored(): Theme {
  const value = read(THEME);
  return value === "dark" || value === "system" ? value : "light";
}

/**
 * `data-theme` of the root element is the scheme that is shown, "light" or "dark", never "system". A
 * script in the head sets it before the first paint, by the same rule.
 */
function schemeOf(theme: Theme): Scheme {
  if (theme !== "system") return theme;
  return window.matchMedia(DARK).matches ? "dark" : "light";
}

function show(theme: Theme): void {
  const root = document.documentElement;
  root.dataset["theme"] = schemeOf(theme);
  useTheme.setState({ theme });
  // The bars of a phone's browser have the colour of the page, which the operator's theme decides.
  const page = getComputedStyle(root).getPropertyValue("--page");
  if (page) document.querySelector('meta[name="theme-color"]')?.setAttribute("content", page);
}

export function chooseTheme(theme: Theme): void {
  write(THEME, theme);
  show(theme);
}

/** Applies the stored theme, and follows changes in other tabs and of the device. */
export function startTheme(): void {
  show(stored());
  onStorageChange((key) => {
    if (key === THEME || key === null) show(stored());
  });
  window.matchMedia(DARK).addEventListener("change", () => show(useTheme.getState().theme));
}
