/** Commands that can be typed: a verb and an order, "draft 12", "new …" and "go to …". */

export type OrderVerb = "refund" | "ship" | "return" | "cancel" | "open";

export type Typed =
  | { kind: "order"; verb: OrderVerb; number: string }
  | { kind: "findOrder"; verb: OrderVerb; text: string }
  | { kind: "draft"; id: number }
  | { kind: "new"; text: string }
  | { kind: "goTo"; text: string };

const VERBS: Readonly<Record<string, OrderVerb>> = {
  refund: "refund",
  ship: "ship",
  return: "return",
  cancel: "cancel",
  open: "open",
};

/** `so-7k2m9qxd`, `SO 7K2M 9QXD` and `7K2M-9QXD` are the number SO-7K2M-9QXD; null for anything else. */
export function orderNumber(text: string): string | null {
  const digits = text.toUpperCase().replace(/^SO/, "").replace(/[\s-]/g, "");
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(digits)
    ? `SO-${digits.slice(0, 4)}-${digits.slice(4)}`
    : null;
}

/** The command in a text, or null if it is only searched for. */
export function parseCommand(text: string): Typed | null {
  const words = text.trim().split(/\s+/);
  const [first = "", ...rest] = words;
  const tail = rest.join(" ");
  const verb = VERBS[first.toLowerCase()];
  if (verb !== undefined) {
    const order = tail.replace(/^order\s+/i, "");
    const number = orderNumber(order);
    if (number !== null) return { kind: "order", verb, number };
    // "open settings" is no order.
    if (verb !== "open") return order === "" ? null : { kind: "findOrder", verb, text: order };
  }
  const draft = /^(?:open\s+)?draft(?:\s+order)?\s+#?(\d{1,9})$/i.exec(text.trim());
  if (draft) return { kind: "draft", id: Number(draft[1]) };
  if (/^(new|create|add)$/i.test(first)) return { kind: "new", text: tail.toLowerCase() };
  const goTo = /^(?:go\s+to|go|open)\s+(.*)$/i.exec(text.trim());
  return goTo ? { kind: "goTo", text: (goTo[1] ?? "").toLowerCase() } : null;
}

/** What the server searches for: of "refund 9QXD" only the order; null if the text is no search. */
export function searchedText(text: string): string | null {
  const typed = parseCommand(text);
  if (typed?.kind === "goTo" || typed?.kind === "draft" || text.trim() === "") return null;
  return typed?.kind === "findOrder" ? typed.text : text.trim();
}

/** Whether every typed word begins a word of a name: "dr or" matches "Draft order". */
export function matchesName(name: string, text: string): boolean {
  const names = name.toLowerCase().split(/\s+/);
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => names.some((one) => one.startsWith(word)));
}
