import { create } from "zustand";
import { onOtherTab, read, write } from "@/storage/browserStorage";
import { THEME } from "@/storage/keys";

export type Theme = "light" | "dark";

/** Light unless the shopper chose dark. */
export const useTheme = create<{ theme: Theme }>()(() => ({ theme: "light" }));

function stored(): Theme {
  return read(THEME) === "dark" ? "dark" : "light";
}

function show(theme: Theme): void {
  document.documentElement.dataset["mantineColorScheme"] = theme;
  useTheme.setState({ theme });
}

export function chooseTheme(theme: Theme): void {
  write(THEME, theme);
  show(theme);
}

/** Shows the stored choice and follows a choice made in another tab. */
export function startTheme(): void {
  show(stored());
  onOtherTab((key) => {
    if (key === THEME || key === null) show(stored());
  });
}
