import type { components } from "../../api/schema";
import { t } from "../../messages/t";

export type Entry = components["schemas"]["AuditEntry"];

const KINDS = {
  operator: "audit.kindOperator",
  app: "audit.kindApp",
  command: "audit.kindCommand",
  unknown: "audit.kindUnknown",
} as const;

export const ACTOR_KINDS = Object.keys(KINDS) as (keyof typeof KINDS)[];

export function kindName(kind: string): string {
  return kind in KINDS ? t(KINDS[kind as keyof typeof KINDS]) : kind;
}

/** "order.line_refunded" → "Order: line refunded". Actions come from all features, and from plug-ins. */
export function actionName(action: string): string {
  const [subject = "", ...rest] = action.split(".");
  const words = (text: string) => text.replaceAll("_", " ");
  const first = words(subject);
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}${rest.length > 0 ? `: ${words(rest.join(" "))}` : ""}`;
}

export interface Change {
  field: string;
  before: string;
  after: string;
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return "—";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The fields of an entry with their values before and after. */
export function changesOf({ before, after }: Entry): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].map((field) => ({
    field,
    before: shown(before?.[field]),
    after: shown(after?.[field]),
  }));
}
