import { useEffect } from "react";
import { useLocation } from "react-router";
import { t } from "../../messages/t";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns } from "../../ui/Panel";
import { ChecksPanel } from "./ChecksPanel";
import { EmailsPanel } from "./EmailsPanel";
import { HeldJobsPanel, WorkPanel } from "./JobsPanel";
import { PaymentsPanel } from "./PaymentsPanel";

/** What does not work, and how to mend it. Each panel loads and fails alone. */
export default function HealthPage() {
  const { hash } = useLocation();
  // Today links to a panel.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <Page>
      <PageHead title={t("health.title")} facts={t("health.facts")} />
      <DetailColumns
        main={
          <>
            <HeldJobsPanel />
            <EmailsPanel />
            <PaymentsPanel />
            <ChecksPanel />
          </>
        }
        aside={<WorkPanel />}
      />
    </Page>
  );
}
