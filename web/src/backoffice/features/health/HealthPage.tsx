import { useEffect } from "react";
import { useLocation } from "react-router";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns } from "../../ui/Panel";
import { BackupsPanel } from "./BackupsPanel";
import { ChecksPanel, LedgerPanel } from "./ChecksPanel";
import { EmailsPanel } from "./EmailsPanel";
import { HeldJobsPanel, WorkPanel } from "./JobsPanel";
import { DiskPanel, SearchPanel, VersionsPanel } from "./MachinePanels";
import { PaymentsPanel } from "./PaymentsPanel";
import { WebhooksPanel } from "./WebhooksPanel";

/** What does not work, and how to mend it. Each panel loads and fails alone. */
export default function HealthPage() {
  const { hash } = useLocation();
  const { can } = useOperator();
  // Today and the findings link to a panel.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <Page>
      <PageHead title={t("health.title")} facts={t("health.facts")} />
      <DetailColumns
        main={
          <>
            <ChecksPanel />
            <HeldJobsPanel />
            <EmailsPanel />
            <PaymentsPanel />
            {can("webhooks.read") ? <WebhooksPanel /> : null}
            <LedgerPanel />
          </>
        }
        aside={
          <>
            <WorkPanel />
            <BackupsPanel />
            <DiskPanel />
            <SearchPanel />
            <VersionsPanel />
          </>
        }
      />
    </Page>
  );
}
