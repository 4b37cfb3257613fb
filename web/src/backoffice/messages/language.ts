import { DEFAULT_LOCALE, type Messages, setLanguage } from "./t";

/** One file per language, named by its tag. Only the current language is loaded. */
const files = import.meta.glob<{ messages: Messages }>("./languages/*.ts");

/** Sets the language of the page. Missing messages are in English; dates and money follow the language. */
export async function loadLanguage(tag = document.documentElement.lang): Promise<void> {
  if (tag === DEFAULT_LOCALE) return;
  try {
    const messages = (await files[`./languages/${tag}.ts`]?.())?.messages ?? {};
    setLanguage(tag, messages);
  } catch (error) {
    console.error("Error loading a language:", error);
  }
}
