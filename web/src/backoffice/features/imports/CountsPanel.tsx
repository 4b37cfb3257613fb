import { number } from "@/format/number";
import { t } from "../../messages/t";
import { type Fact, Facts, Panel } from "../../ui/Panel";
import type { ImportDetails } from "./queries";

const PLANNED = ["created", "changed", "unchanged", "archived", "failed"] as const;
const MESSAGES = ["errors", "warnings"] as const;
const RESULTS = ["done", "refused", "skipped"] as const;
const UNDONE = ["removed", "archivedByUndo", "restored", "conflicts"] as const;
/** Shown without a figure above zero too. */
const ALWAYS: readonly string[] = ["created", "changed", "unchanged"];

/** How many products an import creates, changes and leaves, and what became of them. */
export function CountsPanel({ run: { counts, state } }: { run: ImportDetails }) {
  const isImported = state === "imported" || state === "importing";
  const names = [
    ...PLANNED,
    ...MESSAGES,
    ...(isImported ? RESULTS : []),
    ...(state === "undone" || state === "undoing" ? UNDONE : []),
  ];
  const facts: Fact[] = names
    .filter((name) => counts[name] > 0 || ALWAYS.includes(name))
    .map((name) => ({
      label: t(`imports.${name}`),
      value: number(counts[name]),
      strong: name === "failed" || name === "errors" || name === "conflicts",
    }));
  const changesNothing = counts.created + counts.changed + counts.archived === 0;
  return (
    <Panel title={t("imports.figures")}>
      <Facts facts={facts} />
      {changesNothing ? <p className="quiet small">{t("imports.nothing")}</p> : null}
    </Panel>
  );
}
