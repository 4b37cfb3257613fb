import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { t } from "../../messages/t";
import { Empty } from "../../ui/Empty";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { RecordMissing } from "../../ui/RecordMissing";
import { Panel, Stack } from "../../ui/Panel";
import { SkeletonPage } from "../../ui/Skeletons";
import { clockTime } from "../../ui/time";
import { rangeText } from "./format";
import { isReport, type ReportName, REPORTS } from "./kinds";
import { type ReportState, useReportState } from "./period";
import { csvAddress, type Report, reportQuery } from "./queries";
import { ReportChart } from "./ReportChart";
import { ReportControls } from "./ReportControls";
import styles from "./reports.module.css";
import { ReportTable } from "./ReportTable";
import { SchedulePanel } from "./SchedulePanel";
import { useSchedulePanel } from "./useSchedulePanel";

/** A report: period, chart and table. */
export default function ReportPage() {
  const { report } = useParams();
  if (!isReport(report)) {
    return (
      <Page>
        <PageHead title={t("reports.title")} back="/reports" />
        <RecordMissing />
      </Page>
    );
  }
  return <KnownReport key={report} report={report} />;
}

function KnownReport({ report }: { report: ReportName }) {
  const kind = REPORTS[report];
  const state = useReportState(report);
  const query = useQuery(reportQuery(report, state.params));
  const [isOpen, setOpen] = useSchedulePanel();
  return (
    <Page wide>
      <PageHead
        title={t(kind.title)}
        facts={t(kind.purpose)}
        back="/reports"
        actions={
          <span className={styles.actions}>
            <Button component="a" href={csvAddress(report, state.params)} download>
              {t("reports.csv")}
            </Button>
            <Button visibleFrom="sm" onClick={() => window.print()}>
              {t("reports.print")}
            </Button>
            <Button variant={isOpen ? "default" : "filled"} onClick={() => setOpen(true)}>
              {t("reports.email")}
            </Button>
          </span>
        }
      />
      <Stack>
        <ReportControls report={report} state={state} />
        {query.error && !query.data ? (
          <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
        ) : query.data ? (
          <Content report={query.data} state={state} isStale={query.isPlaceholderData} />
        ) : (
          <SkeletonPage panels={2} />
        )}
      </Stack>
      <SchedulePanel
        report={report}
        group={state.params.group}
        opened={isOpen}
        onClose={() => setOpen(false)}
      />
    </Page>
  );
}

interface ContentProps {
  report: Report;
  state: ReportState;
  isStale: boolean;
}

function Content({ report, state, isStale }: ContentProps) {
  const { note, hasPeriod = true } = REPORTS[report.report];
  const isEmpty = report.rows.length === 0;
  return (
    <div className={isStale ? styles.stale : undefined} aria-busy={isStale}>
      <Stack>
        {isEmpty ? (
          <Empty text={t("reports.empty")} />
        ) : (
          <>
            {hasFigures(report, state.show) ? (
              <Panel>
                <ReportChart report={report} show={state.show} />
              </Panel>
            ) : null}
            <Panel flush>
              <ReportTable report={report} />
            </Panel>
          </>
        )}
        <div className="small quiet">
          {hasPeriod ? <p>{periodText(report)}</p> : null}
          {report.moreRows > 0 ? <p>{t("reports.moreRows", { count: report.moreRows })}</p> : null}
          {note ? <p>{t(note)}</p> : null}
        </div>
      </Stack>
    </div>
  );
}

/** A chart of nothing but zeros says nothing. */
function hasFigures({ columns, rows }: Report, show: string): boolean {
  const place = columns.findIndex(({ key }) => key === show);
  return rows.some(({ values, before }) => (values[place] ?? 0) || (before?.[place] ?? 0));
}

function periodText({ first, last, until, timeZone, comparedWith }: Report): string {
  const parts = [rangeText(first, last)];
  if (Date.parse(until) > Date.now() - 600_000) {
    parts.push(t("reports.until", { time: clockTime(until, timeZone) }));
  }
  if (comparedWith) {
    parts.push(t("reports.before", { days: rangeText(comparedWith.first, comparedWith.last) }));
  }
  return parts.join(" · ");
}
