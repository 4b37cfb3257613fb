import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { toast } from "../../ui/toasts";
import type { ReportName } from "./kinds";
import type { ScheduleFields } from "./queries";
import { ScheduleForm } from "./ScheduleForm";

const NEW: ScheduleFields = {
  frequency: "weekly",
  atMinute: 420,
  weekday: 1,
  monthDay: 1,
  recipients: [],
};

interface Props {
  report: ReportName;
  group: string;
  onDone: () => void;
  onCancel?: () => void;
}

/** Mails a report regularly. */
export function NewSchedule({ report, group, onDone, onCancel }: Props) {
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: (fields: ScheduleFields) =>
      unwrap(api.POST("/api/admin/v1/reports/schedules", { body: { ...fields, report, group } })),
    onSuccess: async () => {
      toast(t("reports.scheduleAdded"));
      await client.invalidateQueries({ queryKey: ["report-schedules"] });
      onDone();
    },
  });
  return (
    <ScheduleForm
      initial={NEW}
      button={t("reports.addSchedule")}
      pending={add.isPending}
      error={add.error}
      onSubmit={add.mutate}
      {...(onCancel ? { onCancel } : {})}
    />
  );
}
