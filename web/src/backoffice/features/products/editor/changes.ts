import { t } from "../../../messages/t";
import type { Form, Picture, Row } from "./form";
import { FIELD_LABELS, ROW_LABELS } from "./labels";

/** A change as the operator reads it. */
export interface Change {
  /** A field of the form, or `rows:` and the row's key. */
  name: string;
  label: string;
  before: string;
  after: string;
}

const ROW_FIELDS = Object.keys(ROW_LABELS) as (keyof typeof ROW_LABELS)[];
const FIELDS = Object.keys(FIELD_LABELS) as (keyof typeof FIELD_LABELS)[];

export const nameOf = (row: Row) =>
  row.options.join(" / ") || row.sku || t("productEditor.variant");

function textOf(value: unknown): string {
  if (typeof value === "boolean") return t(value ? "productEditor.yes" : "productEditor.no");
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  if (typeof value === "object" && value !== null) {
    const named = value as Record<string, unknown>;
    if ("title" in named) return String(named["title"]);
    if ("label" in named) return `${String(named["label"])}: ${textOf(named["values"])}`;
    if ("src" in named) return textOf(named["alt"]) || t("productEditor.picture");
    if ("name" in named) {
      return `${String(named["name"])}: ${textOf(named["values"] ?? named["value"])}`;
    }
    return Object.entries(named)
      .map(([key, one]) => `${key}: ${textOf(one)}`)
      .join(", ");
  }
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

const plain = (html: string) => html.replace(/<[^>]*>/g, " ").trim();

/** Keys are of this page alone, and `values` of options follow the variants. */
function comparable(name: keyof Form, form: Form): string {
  if (name === "options") return form.options.map((option) => option.name).join("\n");
  return JSON.stringify(form[name], (key, value: unknown) => (key === "key" ? undefined : value));
}

function shown(name: keyof Form, form: Form): string {
  if (name === "descriptionHtml") return plain(form.descriptionHtml);
  if (name === "options") return form.options.map((option) => option.name).join(", ");
  if (name === "categories") return t("productEditor.count", { count: form.categories.length });
  if (name === "pictures") return form.pictures.map((one: Picture) => textOf(one)).join(", ");
  if (name === "spin") return t("productEditor.count", { count: form.spin.length });
  if (name === "videos") {
    return form.videos
      .map(({ title }, place) => title || t("productMedia.videoNumber", { number: place + 1 }))
      .join(", ");
  }
  return textOf(form[name]);
}

function rowChanges(before: Form, after: Form): Change[] {
  if (before.rows === after.rows) return [];
  const old = new Map(before.rows.map((row) => [row.key, row]));
  const now = new Set(after.rows.map(({ key }) => key));
  const changes: Change[] = [];
  for (const row of after.rows) {
    const one = old.get(row.key);
    if (one === undefined) {
      changes.push({
        name: `rows:${row.key}`,
        label: nameOf(row),
        before: "",
        after: t("productEditor.added"),
      });
    } else if (one !== row) {
      changes.push(...cellChanges(one, row));
    }
  }
  for (const row of before.rows.filter(({ key }) => !now.has(key))) {
    changes.push({
      name: `rows:${row.key}`,
      label: nameOf(row),
      before: textOf(row.price),
      after: t("productEditor.retires"),
    });
  }
  return changes;
}

function cellChanges(before: Row, after: Row): Change[] {
  return ROW_FIELDS.filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  ).map((field) => ({
    name: `rows:${after.key}:${field}`,
    label: `${nameOf(after)}, ${t(ROW_LABELS[field])}`,
    before: textOf(before[field]),
    after: textOf(after[field]),
  }));
}

/** What differs between two forms. */
export function changesOf(before: Form, after: Form): Change[] {
  if (before === after) return [];
  const changes = FIELDS.filter(
    (name) => before[name] !== after[name] && comparable(name, before) !== comparable(name, after),
  ).map((name) => ({
    name,
    label: t(FIELD_LABELS[name]),
    before: shown(name, before),
    after: shown(name, after),
  }));
  return [...changes, ...rowChanges(before, after)];
}

const partOf = (name: string) => (name.startsWith("rows") ? "rows" : name);

/** Changes by the parts that a conflict is decided for: fields, and all variants together. */
export function changedParts(before: Form, after: Form): Set<string> {
  return new Set(changesOf(before, after).map(({ name }) => partOf(name)));
}

/** The form with their changes, except for the parts of mine that the operator chose. */
export function merged(base: Form, mine: Form, theirs: Form, chosen: ReadonlySet<string>): Form {
  const changed = changedParts(base, mine);
  const foreign = changedParts(base, theirs);
  const form = { ...theirs };
  const take = (name: keyof Form) => {
    Object.assign(form, { [name]: mine[name] });
  };
  for (const name of changed) {
    if (foreign.has(name) && !chosen.has(name)) continue;
    take(name as keyof Form);
    if (name === "rows") take("options");
    if (name === "options") take("rows");
  }
  return form;
}
