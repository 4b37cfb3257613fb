import { t } from "../../messages/t";
import { Status, type StatusShape, type StatusTone } from "../../ui/Status";
import type { ImportRun } from "./queries";

const LOOKS: Record<ImportRun["state"], readonly [StatusShape, StatusTone]> = {
  mapping: ["ring", "wait"],
  checking: ["half", "info"],
  checked: ["ring", "wait"],
  importing: ["half", "info"],
  imported: ["full", "good"],
  undoing: ["half", "info"],
  undone: ["stopped", "quiet"],
  failed: ["late", "bad"],
};

export function ImportStatus({ run, pill = false }: { run: ImportRun; pill?: boolean }) {
  const [shape, tone] = LOOKS[run.state];
  return <Status shape={shape} tone={tone} text={t(`imports.state.${run.state}`)} pill={pill} />;
}

/** The figures of an import in one line. */
export function summaryOf({ counts, state }: ImportRun): string {
  if (state === "mapping") return "";
  const { created, changed, unchanged, errors } = counts;
  const figures = t("imports.summary", { created, changed, unchanged });
  return errors > 0 ? `${figures}; ${t("imports.summaryErrors", { count: errors })}` : figures;
}
