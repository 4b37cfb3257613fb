import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t, tEnum } from "../../../messages/t";
import { Empty } from "../../../ui/Empty";
import { ErrorNote, ErrorPanel } from "../../../ui/ErrorPanel";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { SkeletonRows } from "../../../ui/Skeletons";
import { When } from "../../../ui/When";
import { type ListedRehearsal, rehearsalsQuery } from "./queries";
import { RehearseButton, useRehearse } from "./RehearseButton";
import styles from "./rehearsals.module.css";
import { ResultStatus } from "./ResultStatus";

/** The stored rehearsals, and the button to play another one. */
export default function RehearsalsPage() {
  const query = useQuery(rehearsalsQuery);
  const run = useRehearse();
  return (
    <Page>
      <PageHead
        title={t("rehearsal.title")}
        back="/settings/payments"
        facts={t("rehearsal.help")}
        actions={<RehearseButton run={run} />}
      />
      <div role="status" className="visually-hidden">
        {run.isPending ? t("rehearsal.running") : ""}
      </div>
      <ErrorNote error={run.error} />
      <Panel flush title={t("rehearsal.reports")}>
        {query.error ? (
          <ErrorPanel plain error={query.error} onRetry={() => void query.refetch()} />
        ) : null}
        {query.isPending ? <SkeletonRows rows={3} /> : null}
        {query.data?.items.length === 0 ? <Empty text={t("rehearsal.none")} /> : null}
        <ul className={styles.reports}>
          {query.data?.items.map((item) => (
            <Report key={item.id} item={item} />
          ))}
        </ul>
      </Panel>
    </Page>
  );
}

function Report({ item }: { item: ListedRehearsal }) {
  return (
    <li>
      <Link className="link" to={`/settings/payments/rehearsals/${item.id}`}>
        <When at={item.startedAt} />
      </Link>
      <ResultStatus passed={item.passed} failed={item.failed} />
      <span className="quiet">
        {[tEnum("rehearsal.provider", item.provider), tEnum("rehearsal.mode", item.mode), item.by]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </li>
  );
}
