import { create } from "zustand";
import { onStorageChange, read, write } from "@/storage/browserStorage";
import { THEME } from "@/storage/keys";

export type Theme = "light" | "dark";

/** Light unless the shopper chose dark. */
export const useTheme = create<{ theme: Theme }>()(() => ({ theme: "light" }));

function stored(): Theme {
  return read(THEME) === "dark" ? "dark" : "light";
}

function show(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  useTheme.setState({ theme });
}

export function chooseTheme(theme: Theme): void {
  write(THEME, theme);
  show(theme);
}

/** Applies the stored theme and follows changes in other tabs. */
export function startTheme(): void {
  show(stored());
  onStorageChange((key) => {
    if (key === THEME || key === null) show(stored());
  });
}
