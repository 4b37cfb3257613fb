import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../messages/t";
import { useShop } from "../../session/session";
import { ActionPanel } from "../../ui/ActionPanel";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { SkeletonText } from "../../ui/Skeletons";
import { shortTime } from "../../ui/time";
import { EditSchedule } from "./EditSchedule";
import type { ReportName } from "./kinds";
import { NewSchedule } from "./NewSchedule";
import { type Schedule, schedulesQuery } from "./queries";
import styles from "./reports.module.css";
import { ScheduleActions } from "./ScheduleActions";
import { whenText } from "./scheduleText";

interface Props {
  report: ReportName;
  /** The grouping that is shown, which a new schedule gets. */
  group: string;
  opened: boolean;
  onClose: () => void;
}

/** The emails with this report: who gets them and when. */
export function SchedulePanel({ report, group, opened, onClose }: Props) {
  const { timeZone } = useShop();
  const [editing, setEditing] = useState<number | "new" | null>(null);
  const query = useQuery({ ...schedulesQuery(report), enabled: opened });
  const items = query.data?.items ?? [];
  const done = () => setEditing(null);
  const isNew = editing === "new" || (query.isSuccess && items.length === 0);
  return (
    <ActionPanel
      title={t("reports.email")}
      opened={opened}
      onClose={onClose}
      footer={null}
      floating
    >
      <p className="small quiet">{t("reports.schedulesIntro", { zone: timeZone })}</p>
      {query.isPending ? <SkeletonText lines={4} /> : null}
      {query.error ? (
        <ErrorPanel plain error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      <ul className={styles.schedules}>
        {items.map((schedule) => (
          <li key={schedule.id}>
            {editing === schedule.id ? (
              <EditSchedule schedule={schedule} onDone={done} />
            ) : (
              <Shown schedule={schedule} onEdit={() => setEditing(schedule.id)} />
            )}
          </li>
        ))}
      </ul>
      {isNew ? (
        <NewSchedule
          report={report}
          group={group}
          onDone={done}
          {...(items.length > 0 ? { onCancel: done } : {})}
        />
      ) : query.isSuccess ? (
        <Button mt="md" onClick={() => setEditing("new")}>
          {t("reports.newSchedule")}
        </Button>
      ) : null}
    </ActionPanel>
  );
}

function Shown({ schedule, onEdit }: { schedule: Schedule; onEdit: () => void }) {
  const { timeZone } = useShop();
  const names = schedule.recipients.map(({ name, getsMail }) =>
    getsMail ? name : t("reports.getsNothing", { name }),
  );
  return (
    <>
      <strong className="strong">{whenText(schedule)}</strong>
      <span className="small quiet">{names.join(", ")}</span>
      <span className="small quiet">
        {schedule.paused
          ? t("reports.paused")
          : t("reports.next", { time: shortTime(schedule.nextAt, timeZone) })}
      </span>
      <ScheduleActions schedule={schedule} onEdit={onEdit} />
    </>
  );
}
