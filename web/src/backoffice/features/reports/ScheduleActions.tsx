import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";
import { toast, undoToast } from "../../ui/toasts";
import type { Schedule } from "./queries";
import styles from "./reports.module.css";

const PATH = "/api/admin/v1/reports/schedules/{scheduleId}";

/** Pauses and resumes, with Undo. */
function usePause(schedule: Schedule) {
  const client = useQueryClient();
  const path = { scheduleId: schedule.id };
  return useMutation({
    mutationFn: async (paused: boolean) => {
      const now = await unwrap(api.GET(PATH, { params: { path } }));
      return unwrap(
        api.PATCH(PATH, { params: { path, header: { "If-Match": now.etag } }, body: { paused } }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["report-schedules"] }),
  });
}

/** Deletes, with Undo: the same schedule is added again. */
function useDelete(schedule: Schedule) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ["report-schedules"] });
  const again = () => {
    const { report, group, frequency, atMinute, weekday, monthDay, recipients } = schedule;
    const known = recipients.filter(({ getsMail }) => getsMail).map(({ id }) => id);
    return unwrap(
      api.POST("/api/admin/v1/reports/schedules", {
        body: { report, group, frequency, atMinute, weekday, monthDay, recipients: known },
      }),
    ).finally(() => void refresh());
  };
  return useMutation({
    mutationFn: () => unwrap(api.DELETE(PATH, { params: { path: { scheduleId: schedule.id } } })),
    onSuccess: () => undoToast({ text: t("reports.scheduleDeleted"), undo: again }),
    onSettled: refresh,
  });
}

/** Edit, send a test, pause and delete a schedule. */
export function ScheduleActions({ schedule, onEdit }: { schedule: Schedule; onEdit: () => void }) {
  const isOnline = useOnline();
  const pause = usePause(schedule);
  const remove = useDelete(schedule);
  const test = useMutation({
    mutationFn: () =>
      unwrap(api.POST(`${PATH}/test`, { params: { path: { scheduleId: schedule.id } } })),
    onSuccess: ({ sentTo }) => toast(t("reports.testSent", { email: sentTo })),
  });
  const toggle = () =>
    pause.mutate(!schedule.paused, {
      onSuccess: ({ paused }) =>
        undoToast({
          text: t(paused ? "reports.pausedNow" : "reports.resumedNow"),
          undo: () => pause.mutateAsync(!paused),
        }),
    });
  return (
    <div className={styles.buttons}>
      <Button size="xs" onClick={onEdit}>
        {t("reports.editSchedule")}
      </Button>
      <Button size="xs" loading={test.isPending} disabled={!isOnline} onClick={() => test.mutate()}>
        {t("reports.sendTest")}
      </Button>
      <Button size="xs" loading={pause.isPending} disabled={!isOnline} onClick={toggle}>
        {t(schedule.paused ? "reports.resume" : "reports.pause")}
      </Button>
      <Button
        size="xs"
        loading={remove.isPending}
        disabled={!isOnline}
        onClick={() => remove.mutate()}
      >
        {t("reports.deleteSchedule")}
      </Button>
      <ErrorNote error={test.error ?? pause.error ?? remove.error} isWrite />
    </div>
  );
}
