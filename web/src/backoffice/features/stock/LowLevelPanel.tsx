import { Button, NumberInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toasts";
import { skuQuery, type StockDetails } from "./queries";
import styles from "./stock.module.css";

/** From how many units the item counts as low. */
export function LowLevelPanel({ details, canEdit }: { details: StockDetails; canEdit: boolean }) {
  const { item, ownLowAt } = details;
  const client = useQueryClient();
  const online = useOnline();
  const [value, setValue] = useState<number | string>(ownLowAt ?? "");
  const save = useMutation({
    mutationFn: () =>
      unwrap(
        api.PUT("/api/admin/v1/stock/skus/{skuId}/low-level", {
          params: { path: { skuId: item.skuId } },
          body: { lowAt: value === "" ? null : Number(value) },
        }),
      ),
    onSuccess: (changed) => {
      client.setQueryData(skuQuery(item.skuId).queryKey, changed);
      void client.invalidateQueries({ queryKey: ["stock", "list"] });
      toast(t("stock.lowSaved"));
    },
  });
  const isChanged = value !== (ownLowAt ?? "");
  return (
    <Panel title={t("stock.lowTitle")}>
      <div className={styles.form}>
        <NumberInput
          label={t("stock.lowAt")}
          description={
            ownLowAt === null ? t("stock.lowOfShop", { count: item.lowAt }) : t("stock.lowOwn")
          }
          min={0}
          max={1_000_000}
          clampBehavior="strict"
          allowDecimal={false}
          value={value}
          onChange={setValue}
          disabled={!canEdit}
          placeholder={String(item.lowAt)}
        />
        <ErrorNote error={save.error} isWrite />
        {isChanged ? (
          <Button onClick={() => save.mutate()} loading={save.isPending} disabled={!online}>
            {t("stock.save")}
          </Button>
        ) : null}
      </div>
    </Panel>
  );
}
