import { Button, NumberInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ChangeHistory } from "../../ui/ChangeHistory";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toasts";
import { skuQuery, type StockDetails } from "./queries";
import styles from "./stock.module.css";

interface Props {
  details: StockDetails;
  canEdit: boolean;
}

/** From how many units the item counts as low, by the nearest of the levels. */
export function LowLevelPanel({ details, canEdit }: Props) {
  const { item, productId, ownLowAt, productLowAt, categoryLowAt, category, shopLowAt } = details;
  const next =
    categoryLowAt === null
      ? t("stock.lowOfShop", { count: shopLowAt })
      : t("stock.lowOfCategory", { count: categoryLowAt, category: category ?? "" });
  const params = { path: { skuId: item.skuId } };
  return (
    <>
      <Panel title={t("stock.lowTitle")}>
        <div className={styles.form}>
          <Level
            key={`item ${ownLowAt}`}
            label={t("stock.lowAt")}
            help={productLowAt === null ? next : t("stock.lowOfProduct", { count: productLowAt })}
            stored={ownLowAt}
            next={productLowAt ?? categoryLowAt ?? shopLowAt}
            skuId={item.skuId}
            canEdit={canEdit}
            save={(lowAt) =>
              unwrap(
                api.PUT("/api/admin/v1/stock/skus/{skuId}/low-level", { params, body: { lowAt } }),
              )
            }
          />
          <Level
            key={`product ${productLowAt}`}
            label={t("stock.productLowAt")}
            help={next}
            stored={productLowAt}
            next={categoryLowAt ?? shopLowAt}
            skuId={item.skuId}
            canEdit={canEdit}
            save={(lowAt) =>
              unwrap(
                api.PUT("/api/admin/v1/stock/skus/{skuId}/product-low-level", {
                  params,
                  body: { lowAt },
                }),
              )
            }
          />
          <Link className="link small" to="/stock/low-levels">
            {t("stock.allLevels")}
          </Link>
        </div>
      </Panel>
      <ChangeHistory
        area="low-stock"
        keys={[`sku:${item.skuId}`, `product:${productId}`]}
        title={t("stock.lowChanges")}
        label={(key) => t(key.startsWith("sku:") ? "stock.lowAt" : "stock.productLowAt")}
        hidesEmpty
      />
    </>
  );
}

interface LevelProps {
  label: string;
  help: string;
  stored: number | null;
  /** The level that counts while this one is empty. */
  next: number;
  skuId: number;
  canEdit: boolean;
  save: (lowAt: number | null) => Promise<StockDetails>;
}

function Level({ label, help, stored, next, skuId, canEdit, save }: LevelProps) {
  const client = useQueryClient();
  const online = useOnline();
  const [value, setValue] = useState<number | string>(stored ?? "");
  const saving = useMutation({
    mutationFn: () => save(value === "" ? null : Number(value)),
    onSuccess: (changed) => {
      client.setQueryData(skuQuery(skuId).queryKey, changed);
      void client.invalidateQueries({ queryKey: ["stock"] });
      toast(t("stock.lowSaved"));
    },
  });
  return (
    <>
      <NumberInput
        label={label}
        description={help}
        min={0}
        max={1_000_000}
        clampBehavior="strict"
        allowDecimal={false}
        value={value}
        onChange={setValue}
        disabled={!canEdit}
        placeholder={String(next)}
      />
      <ErrorNote error={saving.error} isWrite />
      {value !== (stored ?? "") ? (
        <Button onClick={() => saving.mutate()} loading={saving.isPending} disabled={!online}>
          {t("stock.save")}
        </Button>
      ) : null}
    </>
  );
}
