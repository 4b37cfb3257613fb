import { isLight } from "@/format/luminance";

const DARK_WORDS = "#1d1b19";
const LIGHT_WORDS = "#fff";

/** Puts the operator's colour in place of the shop's own, with words on it that can be read. */
export function showPrimary(colour: string | null): void {
  const { style } = document.documentElement;
  if (colour === null || !/^#[\da-f]{6}$/i.test(colour)) {
    ["--shop-primary", "--shop-on-primary", "--shop-primary-dark"].forEach((name) =>
      style.removeProperty(name),
    );
    return;
  }
  const light = isLight(colour);
  style.setProperty("--shop-primary", colour);
  style.setProperty("--shop-on-primary", light ? DARK_WORDS : LIGHT_WORDS);
  // On a dark page a dark colour would vanish.
  style.setProperty(
    "--shop-primary-dark",
    light ? colour : `color-mix(in oklab, ${colour} 48%, #fff)`,
  );
}
