import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { Panel, Stack } from "../../ui/Panel";
import { REPORTS, SECTIONS } from "./kinds";
import { schedulesQuery } from "./queries";
import styles from "./reports.module.css";
import { whenText } from "./scheduleText";

/** All reports with what they are for, and those that are mailed. */
export default function ReportsPage() {
  return (
    <Page>
      <PageHead title={t("reports.title")} facts={t("reports.intro")} />
      <Stack>
        {SECTIONS.map(({ title, reports }) => (
          <Panel key={title} title={t(title)} flush>
            <ul className={styles.index}>
              {reports.map((report) => (
                <li key={report}>
                  <Link className="link strong" to={`/reports/${report}`}>
                    {t(REPORTS[report].title)}
                  </Link>
                  <span className="small quiet">{t(REPORTS[report].purpose)}</span>
                </li>
              ))}
            </ul>
          </Panel>
        ))}
        <ScheduledPanel />
      </Stack>
    </Page>
  );
}

function ScheduledPanel() {
  const query = useQuery(schedulesQuery());
  if (query.error) {
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data || query.data.items.length === 0) return null;
  return (
    <Panel title={t("reports.scheduled")} flush>
      <ul className={styles.index}>
        {query.data.items.map((schedule) => (
          <li key={schedule.id}>
            <Link className="link strong" to={`/reports/${schedule.report}?panel=schedules`}>
              {t(REPORTS[schedule.report].title)}
            </Link>
            <span className="small quiet">
              {whenText(schedule)}
              {schedule.paused ? ` · ${t("reports.paused")}` : ""}
              {` · ${schedule.recipients.map(({ name }) => name).join(", ")}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
