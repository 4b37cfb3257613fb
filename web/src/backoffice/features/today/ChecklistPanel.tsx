import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { Panel } from "../../ui/Panel";
import { Status } from "../../ui/Status";
import { toastError, undoToast } from "../../ui/toasts";
import styles from "./ChecklistPanel.module.css";
import { type Guide, guideQuery } from "./queries";

/** What the shop still needs, until all of it is done or skipped, or the list is dismissed. */
export function ChecklistPanel() {
  const { can } = useOperator();
  const { data } = useQuery({ ...guideQuery, enabled: can("settings.read") });
  if (!data || data.isDismissed || isFinished(data)) return null;
  const done = data.steps.filter(({ state }) => state !== "open").length;
  return (
    <Panel
      flush
      className={styles.panel}
      title={t("today.checklist", { done, count: data.steps.length })}
      actions={
        <>
          <Dismiss />
          <Button component={Link} to="/setup-guide" variant="filled">
            {t("today.openGuide")}
          </Button>
        </>
      }
    >
      <ul className={styles.steps}>
        {data.steps.map((step) => (
          <li key={step.step}>
            <Link to={`/setup-guide?step=${step.step}`}>
              <Status {...LOOKS[step.state]} text={t(`guide.step.${step.step}`)} />
              <span className={styles.note}>{noteOf(step)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const LOOKS = {
  open: { shape: "ring", tone: "quiet" },
  done: { shape: "full", tone: "good" },
  skipped: { shape: "stopped", tone: "quiet" },
} as const;

function isFinished({ steps, canSell }: Guide): boolean {
  return canSell && steps.every(({ state }) => state !== "open");
}

function noteOf({ state, summary, problem }: Guide["steps"][number]): string {
  if (problem !== null) return problem;
  if (state === "skipped") return t("today.stepSkipped");
  return state === "done" ? summary || t("today.stepDone") : t("today.stepOpen");
}

/** Hides the list. The guide stays reachable by the search. */
function Dismiss() {
  const client = useQueryClient();
  const online = useOnline();
  const { can } = useOperator();
  const show = (guide: Guide) => client.setQueryData(guideQuery.queryKey, guide);
  const dismiss = useMutation({
    mutationFn: () => unwrap(api.POST("/api/admin/v1/setup-guide/dismiss")),
    onSuccess: (guide) => {
      show(guide);
      undoToast({
        text: t("today.checklistDismissed"),
        undo: () => unwrap(api.POST("/api/admin/v1/setup-guide/restore")).then(show),
      });
    },
    onError: toastError,
  });
  if (!can("settings.edit")) return null;
  return (
    <Button
      variant="subtle"
      loading={dismiss.isPending}
      disabled={!online}
      title={online ? undefined : t("frame.offlineWrites")}
      onClick={() => dismiss.mutate()}
    >
      {t("today.dismissChecklist")}
    </Button>
  );
}
