import { isLight } from "@/format/luminance";

const DARK_TEXT = "#1d1b19";
const LIGHT_TEXT = "#fff";

/** Sets the operator's primary colour and a readable text colour on it; null resets both. */
export function applyPrimaryColour(colour: string | null): void {
  const { style } = document.documentElement;
  if (colour === null || !/^#[\da-f]{6}$/i.test(colour)) {
    ["--shop-primary", "--shop-on-primary", "--shop-primary-dark"].forEach((name) =>
      style.removeProperty(name),
    );
    return;
  }
  const light = isLight(colour);
  style.setProperty("--shop-primary", colour);
  style.setProperty("--shop-on-primary", light ? DARK_TEXT : LIGHT_TEXT);
  // A dark colour has no contrast with the dark theme.
  style.setProperty(
    "--shop-primary-dark",
    light ? colour : `color-mix(in oklab, ${colour} 48%, #fff)`,
  );
}
