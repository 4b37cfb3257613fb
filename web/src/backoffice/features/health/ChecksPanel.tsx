import { useQuery } from "@tanstack/react-query";
import { t } from "../../messages/t";
import { Panel } from "../../ui/Panel";
import { FindingRows } from "./FindingRows";
import { PanelBody } from "./PanelBody";
import { type Finding, reportsQuery } from "./queries";
import { ReportAge, RunButton } from "./ReportHead";
import styles from "./health.module.css";

const GROUPS = {
  selling: "health.groupSelling",
  messages: "health.groupMessages",
  work: "health.groupWork",
  data: "health.groupData",
  installation: "health.groupInstallation",
} as const satisfies Record<Finding["group"], string>;

function found(items: readonly Finding[]): string {
  const wrong = items.filter(({ state }) => state === "wrong").length;
  return wrong === 0 ? t("health.allOk") : t("health.problemsFound", { count: wrong });
}

/** The checks of `stallage doctor`. What is in order is folded away. */
export function ChecksPanel() {
  const query = useQuery(reportsQuery);
  return (
    <Panel
      flush
      title={t("health.checks")}
      actions={<RunButton kind="checks" label={t("health.runChecks")} />}
    >
      <div id="checks" className={styles.anchor} />
      <PanelBody query={query}>
        {({ checks }) => (
          <>
            <ReportAge report={checks} result={found(checks.items)} help={t("health.checksHelp")} />
            <Groups items={checks.items.filter(({ state }) => state !== "ok")} />
            <Passed items={checks.items.filter(({ state }) => state === "ok")} />
          </>
        )}
      </PanelBody>
    </Panel>
  );
}

/** The items come with the worst first, and so do their groups. */
function Groups({ items }: { items: readonly Finding[] }) {
  const groups = [...new Set(items.map(({ group }) => group))];
  return groups.map((group) => (
    <section key={group} aria-label={t(GROUPS[group])}>
      <h3 className={styles.group}>{t(GROUPS[group])}</h3>
      <FindingRows items={items.filter((one) => one.group === group)} />
    </section>
  ));
}

function Passed({ items }: { items: readonly Finding[] }) {
  if (items.length === 0) return null;
  return (
    <details className={styles.passed}>
      <summary>{t("health.passed", { count: items.length })}</summary>
      <FindingRows items={items} />
    </details>
  );
}

/** The sums of stock and money over all rows, checked on request. */
export function LedgerPanel() {
  const query = useQuery(reportsQuery);
  return (
    <Panel
      flush
      title={t("health.ledger")}
      actions={<RunButton kind="ledger" label={t("health.runLedger")} />}
    >
      <div id="ledger" className={styles.anchor} />
      <PanelBody query={query}>
        {({ ledger }) => (
          <>
            <ReportAge report={ledger} result={found(ledger.items)} help={t("health.ledgerHelp")} />
            <FindingRows items={ledger.items.filter(({ state }) => state !== "ok")} />
            <Passed items={ledger.items.filter(({ state }) => state === "ok")} />
          </>
        )}
      </PanelBody>
    </Panel>
  );
}
