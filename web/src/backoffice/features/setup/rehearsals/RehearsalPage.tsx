import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { t, tEnum } from "../../../messages/t";
import { useShop } from "../../../session/session";
import { ErrorNote } from "../../../ui/ErrorPanel";
import { LoadingHead } from "../../../ui/LoadingHead";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { Panel, Stack } from "../../../ui/Panel";
import { fullTime } from "../../../ui/time";
import { Case } from "./Case";
import { PaymentSteps } from "./PaymentSteps";
import { fileAddress, type Rehearsal, rehearsalQuery } from "./queries";
import { RehearseButton, useRehearse } from "./RehearseButton";
import styles from "./rehearsals.module.css";
import { ResultStatus } from "./ResultStatus";

const LIST = "/settings/payments/rehearsals";

/** The report of a rehearsal. */
export default function RehearsalPage() {
  const id = Number(useParams()["id"]);
  const query = useQuery(rehearsalQuery(id));
  const run = useRehearse();
  if (!query.data) {
    return (
      <Page>
        <LoadingHead title={t("rehearsal.title")} back={LIST} query={query} />
      </Page>
    );
  }
  return (
    <Page>
      <Head report={query.data} run={run} />
      <ErrorNote error={run.error} />
      <Stack>
        {query.data.limits ? <Alert>{query.data.limits}</Alert> : null}
        <Changes report={query.data} />
        <Panel title={t("rehearsal.cases")} flush>
          <ul className={styles.cases}>
            {query.data.cases.map((one) => (
              <Case key={one.key} case={one} />
            ))}
          </ul>
        </Panel>
        <Panel title={t("rehearsal.atProvider")}>
          <PaymentSteps trial={query.data.trial} />
        </Panel>
      </Stack>
    </Page>
  );
}

function Head({ report, run }: { report: Rehearsal; run: ReturnType<typeof useRehearse> }) {
  const { timeZone } = useShop();
  const when = fullTime(report.startedAt, timeZone);
  return (
    <PageHead
      title={t("rehearsal.title")}
      back={LIST}
      statuses={<ResultStatus passed={report.passed} failed={report.failed} />}
      facts={[
        when,
        tEnum("rehearsal.provider", report.provider),
        tEnum("rehearsal.mode", report.mode),
        report.by,
      ]
        .filter(Boolean)
        .join(" · ")}
      actions={
        <>
          <Button component="a" href={fileAddress(report.id, "csv")} download>
            {t("rehearsal.csv")}
          </Button>
          <Button component="a" href={fileAddress(report.id, "json")} download>
            {t("rehearsal.json")}
          </Button>
          <RehearseButton run={run} />
        </>
      }
    />
  );
}

/** What differs from the rehearsal before. */
function Changes({ report }: { report: Rehearsal }) {
  if (report.comparedWith === null) return null;
  return (
    <Panel title={t("rehearsal.changes")}>
      {report.changes.length === 0 ? (
        <p className="quiet">{t("rehearsal.noChanges")}</p>
      ) : (
        <ul className={styles.steps}>
          {report.changes.map(({ key, title, before, now }) => (
            <li key={key}>
              {t("rehearsal.change", {
                title,
                before: before ? tEnum("rehearsal.verdict", before) : t("rehearsal.notPlayed"),
                now: tEnum("rehearsal.verdict", now),
              })}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
