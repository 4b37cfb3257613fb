import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { ErrorPanel } from "../../../ui/ErrorPanel";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { Panel, Stack } from "../../../ui/Panel";
import { SkeletonRows } from "../../../ui/Skeletons";
import type { Edited } from "../searchWords/queries";
import { SynonymDialog } from "../searchWords/SynonymDialog";
import { EmptyLists } from "./EmptyLists";
import { missedSalesQuery } from "./queries";
import { UnopenedSearches } from "./UnopenedSearches";

/** Where shoppers looked for something and did not find it. */
export default function MissedSalesPage() {
  const query = useQuery(missedSalesQuery);
  const client = useQueryClient();
  const canEdit = useOperator().can("products.edit");
  const [edited, setEdited] = useState<Edited | null>(null);
  const close = () => {
    setEdited(null);
    void client.invalidateQueries({ queryKey: missedSalesQuery.queryKey });
  };
  return (
    <Page>
      <PageHead
        title={t("area.missedSales")}
        facts={t("missedSales.intro")}
        actions={
          <Link className="link" to="/storefront/search-words">
            {t("missedSales.failed")}
          </Link>
        }
      />
      {query.data ? (
        <Stack>
          <Panel flush title={t("missedSales.unopened")}>
            <UnopenedSearches
              days={query.data.days}
              searches={query.data.unopened}
              onAdd={canEdit ? (phrase) => setEdited({ phrase }) : undefined}
            />
          </Panel>
          <Panel flush title={t("missedSales.empty")}>
            <EmptyLists days={query.data.days} lists={query.data.empty} />
          </Panel>
        </Stack>
      ) : query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
      {edited ? <SynonymDialog edited={edited} onClose={close} onChanged={setEdited} /> : null}
    </Page>
  );
}
