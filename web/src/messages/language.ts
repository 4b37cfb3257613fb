import { DEFAULT_LOCALE, type Messages, setLanguage } from "./t";

/** One file per language, named by its tag. Only the current language is loaded. */
const files = import.meta.glob<{ messages: Messages }>("./languages/*.ts");

/** Tags of the languages that have a file. */
export function languages(): string[] {
  return Object.keys(files).map((path) => path.slice("./languages/".length, -".ts".length));
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false; // Not a language tag at all.
  }
}

/**
 * Sets the language of the page (`<html lang>`). If its messages are missing or fail to load, they are in
 * English, but dates, numbers and money still follow the language.
 */
export async function loadLanguage(tag = document.documentElement.lang): Promise<void> {
  if (tag === DEFAULT_LOCALE || !isLocale(tag)) return;
  let messages: Messages = {};
  try {
    messages = (await files[`./languages/${tag}.ts`]?.())?.messages ?? {};
  } catch (error) {
    console.error("Error loading a language:", error);
  }
  setLanguage(tag, messages);
}
