import type { FooterColumn, HeaderLink, MenuLink, Target } from "../queries";

/** A link of either menu while it is edited. */
export interface Entry {
  label: string;
  /** Null: the heading of a footer's column. */
  target: Target | null;
  children: Entry[];
}

const entryOf = ({ label, target }: MenuLink): Entry => ({ label, target, children: [] });

export const headerEntries = (links: readonly HeaderLink[]): Entry[] =>
  links.map(({ label, target, children }) => ({
    label,
    target,
    children: (children ?? []).map(entryOf),
  }));

export const footerEntries = (columns: readonly FooterColumn[]): Entry[] =>
  columns.map(({ label, children }) => ({
    label,
    target: null,
    children: (children ?? []).map(entryOf),
  }));

/** Every search leads somewhere: what a new link has until another target is chosen. */
export const ANYWHERE: Target = { kind: "search", text: "" };

const linkOf = ({ label, target }: Entry): MenuLink => ({ label, target: target ?? ANYWHERE });

export const toHeader = (entries: readonly Entry[]): HeaderLink[] =>
  entries.map((entry) => ({ ...linkOf(entry), children: entry.children.map(linkOf) }));

export const toFooter = (entries: readonly Entry[]): FooterColumn[] =>
  entries.map(({ label, children }) => ({ label, children: children.map(linkOf) }));

/** Puts an entry below the one before it. One with entries of its own cannot be nested. */
export function nest(entries: readonly Entry[], place: number): Entry[] {
  const entry = entries[place];
  if (!entry || place === 0 || entry.children.length > 0) return [...entries];
  return entries.flatMap((one, index) => {
    if (index === place) return [];
    return [index === place - 1 ? { ...one, children: [...one.children, entry] } : one];
  });
}

/** Takes an entry out of the one above it, and puts it behind that. */
export function takeOut(entries: readonly Entry[], parent: number, place: number): Entry[] {
  return entries.flatMap((one, index) => {
    const child = one.children[place];
    if (index !== parent || !child) return [one];
    return [{ ...one, children: one.children.filter((_, at) => at !== place) }, child];
  });
}
