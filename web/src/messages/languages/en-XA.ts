/**
 * Pseudo-locale: English with accents in brackets. It shows which texts do not come from the message
 * catalogue.
 */
import { enUS, type Message, type Messages } from "../t";

const ACCENTED: Readonly<Record<string, string>> = {
  a: "á",
  e: "é",
  i: "í",
  o: "ó",
  u: "ú",
  n: "ñ",
  A: "Á",
  E: "É",
  O: "Ó",
  U: "Ú",
};

function pseudo(text: string): string {
  const accented = text
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith("{") ? part : part.replace(/\w/g, (l) => ACCENTED[l] ?? l)))
    .join("");
  return `⟦${accented}⟧`;
}

function pseudoForms(message: Message): Message {
  if (typeof message === "string") return pseudo(message);
  const forms = Object.entries(message).map(([form, text]) => [form, pseudo(text)] as const);
  return { other: pseudo(message.other), ...Object.fromEntries(forms) };
}

/** A proxy, because lazily loaded pages add messages later. */
export const messages: Messages = new Proxy<Messages>(
  {},
  {
    get: (_, key) => {
      const message = (enUS as Messages)[key as keyof Messages];
      return message === undefined ? undefined : pseudoForms(message);
    },
  },
);
