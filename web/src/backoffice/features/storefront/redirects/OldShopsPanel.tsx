import { Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator } from "../../../session/session";
import { ErrorNote, ErrorPanel } from "../../../ui/ErrorPanel";
import { Panel } from "../../../ui/Panel";
import { SkeletonRows } from "../../../ui/Skeletons";
import { toast } from "../../../ui/toasts";
import { type OldShops, oldShopsQuery } from "./queries";

const SYSTEMS = [
  { id: "shopify", label: "storefront.oldShopify", help: "storefront.oldShopifyHelp" },
  { id: "woocommerce", label: "storefront.oldWoo", help: "storefront.oldWooHelp" },
] as const;

/** One switch for all addresses of another shop system. */
export function OldShopsPanel() {
  const { data, error, refetch } = useQuery(oldShopsQuery);
  const client = useQueryClient();
  const online = useOnline();
  const canEdit = useOperator().can("content.edit");
  const save = useMutation({
    mutationFn: (body: Partial<OldShops>) =>
      unwrap(api.PATCH("/api/admin/v1/redirects/old-shops", { body })),
    onSuccess: (changed) => {
      client.setQueryData(oldShopsQuery.queryKey, changed);
      void client.invalidateQueries({ queryKey: ["settings", "changes"] });
      toast(t("storefront.oldShopsSaved"));
    },
  });
  return (
    <Panel title={t("storefront.oldShops")}>
      <p className="quiet small">{t("storefront.oldShopsText")}</p>
      {data || error ? null : <SkeletonRows rows={2} height={48} />}
      {!data && error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data
        ? SYSTEMS.map(({ id, label, help }) => (
            <Switch
              key={id}
              mt="sm"
              label={t(label)}
              description={t(help)}
              checked={data[id]}
              disabled={!canEdit || !online || save.isPending}
              onChange={({ currentTarget }) => save.mutate({ [id]: currentTarget.checked })}
            />
          ))
        : null}
      <ErrorNote error={save.error} isWrite />
    </Panel>
  );
}
