import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { Empty } from "../../ui/Empty";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns, Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/Skeletons";
import { TokenRow } from "../../ui/TokenRow";
import { useNewPanel } from "../../ui/useNewPanel";
import { NewTokenPanel } from "./NewTokenPanel";
import { tokensQuery } from "./queries";

export default function TokensPage() {
  const queryClient = useQueryClient();
  const { data: tokens, error, refetch } = useQuery(tokensQuery);
  const [creating, setCreating] = useNewPanel();
  const revoke = async (id: number) => {
    await unwrap(api.DELETE("/api/admin/v1/tokens/{id}", { params: { path: { id } } }));
    await queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey });
  };
  const create = (
    <Button variant={creating ? "default" : "filled"} onClick={() => setCreating(true)}>
      {t("token.new")}
    </Button>
  );
  const list = (
    <Panel flush>
      {tokens?.map((token) => (
        <TokenRow key={token.id} token={token} withCreator onRevoke={revoke} />
      ))}
      {tokens?.length === 0 ? <Empty text={t("token.empty")} /> : null}
      {tokens || error ? null : <SkeletonRows rows={3} height={72} />}
      {!tokens && error ? (
        <ErrorPanel error={error} title={t("token.failed")} onRetry={() => void refetch()} />
      ) : null}
    </Panel>
  );
  return (
    <Page>
      <PageHead title={t("token.title")} facts={t("token.intro")} actions={create} />
      {creating ? (
        <DetailColumns
          main={list}
          aside={<NewTokenPanel onClose={() => setCreating(false)} />}
          panelOpen
        />
      ) : (
        list
      )}
    </Page>
  );
}
