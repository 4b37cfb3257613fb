import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { SkeletonText } from "../../ui/Skeletons";
import { TokenRow } from "../../ui/TokenRow";

/** The operator's personal tokens: to see their last use, and to revoke them. */
export function OwnTokensPanel() {
  const queryClient = useQueryClient();
  const queryKey = ["account", "tokens"];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => unwrap(api.GET("/api/admin/v1/account/tokens")),
  });
  const revoke = async (id: number) => {
    await unwrap(api.DELETE("/api/admin/v1/account/tokens/{id}", { params: { path: { id } } }));
    await queryClient.invalidateQueries({ queryKey });
  };
  if (data && data.length > 0) {
    return (
      <Panel title={t("account.tokens")} flush>
        {data.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={revoke} />
        ))}
      </Panel>
    );
  }
  return (
    <Panel title={t("account.tokens")}>
      {data ? (
        <p className="quiet">{t("account.tokensNone")}</p>
      ) : error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} plain />
      ) : (
        <SkeletonText lines={2} />
      )}
    </Panel>
  );
}
