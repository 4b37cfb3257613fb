import { DEFAULT_LOCALE, type Messages, speak } from "./t";

/** One file for each language, named by its tag; only the one that is spoken is fetched. */
const files = import.meta.glob<{ messages: Messages }>("./languages/*.ts");

/** The languages that have a file, beside the default one. */
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
 * Speaks the language that the page was served in (`<html lang>`). Dates, numbers and money follow it
 * also where its sentences are missing or do not load: those are then said in English.
 */
export async function startLanguage(tag = document.documentElement.lang): Promise<void> {
  if (tag === DEFAULT_LOCALE || !isLocale(tag)) return;
  let messages: Messages = {};
  try {
    messages = (await files[`./languages/${tag}.ts`]?.())?.messages ?? {};
  } catch (error) {
    console.error("Error loading a language:", error);
  }
  speak(tag, messages);
}
