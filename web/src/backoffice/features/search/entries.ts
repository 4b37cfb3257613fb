import { t, tEnum, type PlainKey } from "../../messages/t";
import type { Operator } from "../../session/session";
import type { IconName } from "../../ui/Icon";
import { money } from "../../ui/Money";
import { toast } from "../../ui/toasts";
import { matchesName, type OrderVerb, orderNumber, parseCommand } from "./grammar";
import type { Recent } from "./recent";
import type { Entry, EntryGroup, Found, FoundGroup, FoundKind } from "./types";

const ICONS: Readonly<Record<FoundKind, IconName>> = {
  orders: "orders",
  customers: "customer",
  products: "box",
  tickets: "chat",
  returns: "returns",
  gift_cards: "wallet",
  promo_codes: "percent",
  documents: "document",
};

/** Pages of the back office by kind. Products and codes have none yet. */
const PAGES: Partial<Record<FoundKind, string>> = {
  orders: "/orders",
  customers: "/customers",
  tickets: "/support",
  returns: "/returns",
};

const PERMISSIONS = {
  refund: "refunds.grant",
  ship: "orders.fulfil",
  return: "returns.decide",
  cancel: "orders.cancel",
  open: "orders.read",
} as const satisfies Record<OrderVerb, string>;

/** A place that "go to" or "new" leads to. */
export interface Place {
  path: string;
  label: PlainKey;
  icon: IconName;
}

/** A link to an order is the same whether it was found or typed. */
function orderLink(number: string, verb: OrderVerb): string {
  return verb === "open" ? `/orders/${number}` : `/orders/${number}?panel=${verb}`;
}

function foundEntry(kind: FoundKind, found: Found): Entry {
  const page = PAGES[kind];
  const entry: Entry = {
    key: `${kind}:${found.id}`,
    icon: ICONS[kind],
    title: found.title,
    ...(found.detail ? { detail: found.detail } : {}),
    ...(found.amount ? { note: money(found.amount) } : {}),
  };
  if (page !== undefined) {
    return { ...entry, to: `${page}/${found.id}`, remember: { kind, id: found.id } };
  }
  if (kind === "products") return { ...entry, href: `/products/${found.id}` };
  // Documents are shown with their order, gift cards with the one that they were bought in.
  if (kind === "gift_cards" || kind === "documents")
    return { ...entry, to: `/orders/${found.detail}` };
  return { ...entry, run: () => copy(found.title) };
}

function copy(code: string): void {
  void navigator.clipboard.writeText(code).then(() => toast(t("search.copied", { code })));
}

const VERB_ICONS: Readonly<Record<OrderVerb, IconName>> = {
  refund: "money",
  ship: "orders",
  return: "returns",
  cancel: "close",
  open: "orders",
};

/** A command with an order. */
function orderCommand(verb: OrderVerb, number: string): Entry {
  return {
    key: `command:${verb}:${number}`,
    icon: VERB_ICONS[verb],
    title: t(`search.command.${verb}`, { number }),
    to: orderLink(number, verb),
    remember: { kind: "orders", id: number },
  };
}

/** The command in "refund 9QXD" for each order that was found. */
function commandsWithFound(groups: readonly FoundGroup[], verb: OrderVerb): EntryGroup[] {
  const orders = groups.find(({ kind }) => kind === "orders")?.items ?? [];
  const entries = orders.map(({ id, detail, amount }) => ({
    ...orderCommand(verb, id),
    ...(detail ? { detail } : {}),
    ...(amount ? { note: money(amount) } : {}),
  }));
  return [{ id: "found-commands", label: t("search.group.commands"), entries }];
}

/** What the server found, with a link to the whole list where there is more. */
export function foundGroups(
  groups: readonly FoundGroup[],
  text: string,
  operator: Operator,
): EntryGroup[] {
  const typed = parseCommand(text);
  if (typed?.kind === "findOrder") {
    return operator.can(PERMISSIONS[typed.verb]) ? commandsWithFound(groups, typed.verb) : [];
  }
  return groups.map(({ kind, items, hasMore }) => {
    const entries = items.map((found) => foundEntry(kind, found));
    if (hasMore && (kind === "orders" || kind === "customers")) {
      const label = kind === "orders" ? t("search.moreOrders") : t("search.moreCustomers");
      const to = `/${kind}?${new URLSearchParams({ q: text }).toString()}`;
      entries.push({ key: `${kind}:more`, icon: "search", title: label, to });
    }
    return { id: kind, label: tEnum("search.group", kind), entries };
  });
}

export function recentGroup(recent: readonly Recent[]): EntryGroup {
  return {
    id: "recent",
    label: t("search.group.recent"),
    entries: recent.flatMap(({ kind, id }) => {
      const page = PAGES[kind];
      if (page === undefined) return [];
      const title = kind === "customers" ? `${tEnum("search.group", kind)} ${id}` : id;
      return [{ key: `recent:${kind}:${id}`, icon: ICONS[kind], title, to: `${page}/${id}` }];
    }),
  };
}

/** Commands that a text means or begins, as far as the operator may run them. */
export function commandGroup(
  text: string,
  operator: Operator,
  creations: readonly Place[],
): EntryGroup {
  const typed = parseCommand(text);
  const number = orderNumber(text);
  const entries: Entry[] = [];
  const addOrder = (verb: OrderVerb, of: string) => {
    if (operator.can(PERMISSIONS[verb])) entries.push(orderCommand(verb, of));
  };
  // A number alone means the order, also before the server has found it.
  const addOrders = (of: string) =>
    (["open", "ship", "refund"] as const).forEach((verb) => addOrder(verb, of));
  if (typed?.kind === "order") addOrder(typed.verb, typed.number);
  else if (number !== null) addOrders(number);
  if (typed?.kind === "draft" && operator.can("orders.create")) {
    entries.push({
      key: "command:draft",
      icon: "phone",
      title: t("search.command.draft", { id: typed.id }),
      to: `/drafts/${typed.id}`,
    });
  }
  const query = typed?.kind === "new" ? typed.text : text;
  for (const { path, label, icon } of creations) {
    if (query === "" ? typed?.kind === "new" || text === "" : matchesName(t(label), query)) {
      const what = t(label).toLowerCase();
      entries.push({
        key: `new:${path}`,
        icon,
        title: t("search.command.new", { what }),
        to: path,
      });
    }
  }
  return { id: "commands", label: t("search.group.commands"), entries };
}

/** Pages whose name the text begins. */
export function pageGroup(text: string, places: readonly Place[]): EntryGroup {
  const typed = parseCommand(text);
  const query = typed?.kind === "goTo" ? typed.text : text;
  return {
    id: "pages",
    label: t("search.group.pages"),
    entries: places
      .filter(({ label }) => matchesName(t(label), query))
      .map(({ path, label, icon }) => ({
        key: `page:${path}:${label}`,
        icon,
        title: t("search.command.goTo", { area: t(label) }),
        to: path,
      })),
  };
}
