import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { type PlainKey, t } from "../../messages/t";
import { ConflictDialog, conflictOf } from "../../ui/ConflictDialog";
import { timeValue } from "../../ui/time";
import { toast } from "../../ui/toasts";
import type { Schedule, ScheduleFields } from "./queries";
import { ScheduleForm } from "./ScheduleForm";
import { weekdayText } from "./scheduleText";

const LABELS: Readonly<Record<keyof ScheduleFields, PlainKey>> = {
  frequency: "reports.frequency",
  atMinute: "reports.time",
  weekday: "reports.weekday",
  monthDay: "reports.monthDay",
  recipients: "reports.recipients",
};
const FIELDS = Object.keys(LABELS) as (keyof ScheduleFields)[];

function fieldsOf(schedule: Schedule): ScheduleFields {
  const { frequency, atMinute, weekday, monthDay, recipients } = schedule;
  return { frequency, atMinute, weekday, monthDay, recipients: recipients.map(({ id }) => id) };
}

/** A field as it is read; recipients by their names where they are known. */
function shown(fields: ScheduleFields, name: keyof ScheduleFields, known: Schedule[]): string {
  if (name === "atMinute") return timeValue(fields.atMinute);
  if (name === "weekday") return weekdayText(fields.weekday);
  if (name === "frequency") return t(`reports.${fields.frequency}`);
  if (name === "monthDay") return String(fields.monthDay);
  const names = new Map(
    known.flatMap(({ recipients }) => recipients.map(({ id, name }) => [id, name])),
  );
  return fields.recipients.map((id) => names.get(id) ?? `#${id}`).join(", ");
}

/** Changes a schedule. If somebody saved in between, both changes are shown to choose from. */
export function EditSchedule({ schedule, onDone }: { schedule: Schedule; onDone: () => void }) {
  const client = useQueryClient();
  const [mine, setMine] = useState(() => fieldsOf(schedule));
  const save = useMutation({
    mutationFn: ({ body, etag }: { body: ScheduleFields; etag: string }) =>
      unwrap(
        api.PATCH("/api/admin/v1/reports/schedules/{scheduleId}", {
          params: { path: { scheduleId: schedule.id }, header: { "If-Match": etag } },
          body,
        }),
      ),
    onSuccess: async () => {
      toast(t("reports.scheduleSaved"));
      await client.invalidateQueries({ queryKey: ["report-schedules"] });
      onDone();
    },
  });
  const conflict = conflictOf(save.error);
  const current = conflict?.current as Schedule | undefined;
  const theirs = current ? fieldsOf(current) : mine;
  const known = current ? [schedule, current] : [schedule];
  const texts = FIELDS.map((name) => ({
    name,
    label: t(LABELS[name]),
    theirs: shown(theirs, name, known),
    mine: shown(mine, name, known),
  }));
  return (
    <>
      <ScheduleForm
        initial={mine}
        button={t("reports.saveSchedule")}
        pending={save.isPending}
        error={conflict ? null : save.error}
        onCancel={onDone}
        onSubmit={(body) => {
          setMine(body);
          save.mutate({ body, etag: schedule.etag });
        }}
      />
      {conflict ? (
        <ConflictDialog
          opened
          onClose={save.reset}
          fields={texts.filter((one) => one.theirs !== one.mine)}
          onResolve={(chosen) => {
            const own = FIELDS.filter((name) => chosen.has(name)).map((name) => [name, mine[name]]);
            const body = { ...theirs, ...Object.fromEntries(own) } as ScheduleFields;
            save.mutate({ body, etag: conflict.etag });
          }}
        />
      ) : null}
    </>
  );
}
