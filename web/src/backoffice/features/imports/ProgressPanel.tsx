import { Progress } from "@mantine/core";
import { number } from "@/format/number";
import { t } from "../../messages/t";
import { Panel } from "../../ui/Panel";
import type { ImportDetails } from "./queries";

/** How far the job is. A dry run does not know yet how many rows there are. */
export function ProgressPanel({ run }: { run: ImportDetails }) {
  const title = t(`imports.state.${run.state}`);
  const isCheck = run.state === "checking";
  return (
    <Panel title={title}>
      <Progress
        aria-label={title}
        value={isCheck ? 100 : (run.done / Math.max(run.total, 1)) * 100}
        animated={isCheck}
      />
      <p className="small">
        {isCheck
          ? t("imports.progressRows", { count: run.rows })
          : t("imports.progress", { done: number(run.done), total: number(run.total) })}
      </p>
      <p className="quiet small">{t("imports.leave")}</p>
    </Panel>
  );
}
