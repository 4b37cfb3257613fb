import { t } from "../../../messages/t";
import { Status } from "../../../ui/Status";

/** How many cases of a rehearsal led to what was expected. */
export function ResultStatus({ passed, failed }: { passed: number; failed: number }) {
  return failed > 0 ? (
    <Status shape="late" tone="bad" text={t("rehearsal.failed", { count: failed })} pill />
  ) : (
    <Status shape="full" tone="good" text={t("rehearsal.passed", { count: passed })} />
  );
}
