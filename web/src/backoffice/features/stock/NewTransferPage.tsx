import { ActionIcon, Button, NumberInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { fieldErrors, formError } from "../../api/errors";
import { useIdempotencyKey } from "../../api/idempotency";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Icon } from "../../ui/Icon";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns, Panel } from "../../ui/Panel";
import { LocationSelect } from "./ChangePanel";
import { ItemFinder } from "./ItemFinder";
import { itemName } from "./names";
import { locationsQuery, type StockItem, transferQuery } from "./queries";
import { NoteField } from "./SubmitFooter";
import styles from "./stock.module.css";

const MAX_UNITS = 1_000_000;

interface TransferLine {
  item: StockItem;
  quantity: number;
}

/** Adds one unit of an item; one that is listed already gets one more. */
function added(lines: readonly TransferLine[], item: StockItem): readonly TransferLine[] {
  if (!lines.some((line) => line.item.skuId === item.skuId)) {
    return [...lines, { item, quantity: 1 }];
  }
  return lines.map((line) =>
    line.item.skuId === item.skuId ? { ...line, quantity: line.quantity + 1 } : line,
  );
}

function useNewTransfer() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const key = useIdempotencyKey();
  const [typed, setTyped] = useState({ sourceId: 0, targetId: 0, note: "" });
  const [lines, setLines] = useState<readonly TransferLine[]>([]);
  const found = useQuery(locationsQuery).data?.items.filter(({ active }) => active);
  const locations = found ?? [];
  const sourceId =
    typed.sourceId || (locations.find(({ isDefault }) => isDefault)?.id ?? locations[0]?.id ?? 0);
  const targetId =
    typed.targetId && typed.targetId !== sourceId
      ? typed.targetId
      : (locations.find(({ id }) => id !== sourceId)?.id ?? 0);
  const save = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/stock/transfers", {
          params: { header: key.headers },
          body: {
            sourceId,
            targetId,
            note: typed.note.trim(),
            lines: lines.map(({ item, quantity }) => ({ skuId: item.skuId, quantity })),
          },
        }),
      ),
    onSuccess: (created) => {
      client.setQueryData(transferQuery(created.transfer.id).queryKey, created);
      void client.invalidateQueries({ queryKey: ["stock"] });
      return navigate(`/stock/transfers/${created.transfer.id}`, { replace: true });
    },
    onError: key.renewAfter,
  });
  const change = (changed: Partial<typeof typed>) => setTyped((now) => ({ ...now, ...changed }));
  const form = { sourceId, targetId, note: typed.note };
  return { form, change, lines, setLines, locations, isAlone: found?.length === 1, save };
}

/** Drafts a transfer from one location to another. */
export default function NewTransferPage() {
  const { form, change, lines, setLines, locations, isAlone, save } = useNewTransfer();
  const errors = fieldErrors(save.error);
  return (
    <Page>
      <PageHead title={t("stock.newTransfer")} back="/stock/transfers" />
      <DetailColumns
        main={
          <Panel title={t("stock.items")}>
            <div className={styles.form}>
              <ItemFinder onChoose={(item) => setLines((now) => added(now, item))} />
              {lines.length === 0 ? <p className="quiet">{t("stock.addFirst")}</p> : null}
              <Lines lines={lines} sourceId={form.sourceId} setLines={setLines} />
              {errors["lines"] ? <p className="bad small">{errors["lines"]}</p> : null}
            </div>
          </Panel>
        }
        aside={
          <Panel title={t("stock.about")}>
            <div className={styles.form}>
              <LocationSelect
                label={t("stock.from")}
                locations={locations}
                value={form.sourceId}
                onChange={(sourceId) => change({ sourceId })}
              />
              <LocationSelect
                label={t("stock.to")}
                locations={locations.filter(({ id }) => id !== form.sourceId)}
                value={form.targetId}
                onChange={(targetId) => change({ targetId })}
              />
              {isAlone ? <p className="bad small">{t("stock.oneLocation")}</p> : null}
              <NoteField
                value={form.note}
                onChange={(note) => change({ note })}
                error={errors["note"]}
              />
              <ErrorNote error={formError(save.error) ? save.error : null} isWrite />
              <CreateButton
                pending={save.isPending}
                disabled={lines.length === 0 || form.targetId === 0}
                onCreate={() => save.mutate()}
              />
            </div>
          </Panel>
        }
      />
    </Page>
  );
}

interface CreateProps {
  pending: boolean;
  disabled: boolean;
  onCreate: () => void;
}

function CreateButton({ pending, disabled, onCreate }: CreateProps) {
  const online = useOnline();
  return (
    <>
      <Button
        variant="filled"
        loading={pending}
        disabled={disabled || !online}
        title={online ? undefined : t("frame.offlineWrites")}
        onClick={onCreate}
      >
        {t("stock.createTransfer")}
      </Button>
      <p className="quiet tiny">{t("stock.transferHelp")}</p>
    </>
  );
}

interface LinesProps {
  lines: readonly TransferLine[];
  sourceId: number;
  setLines: (change: (now: readonly TransferLine[]) => readonly TransferLine[]) => void;
}

function Lines({ lines, sourceId, setLines }: LinesProps) {
  return (
    <ul className={styles.lines}>
      {lines.map(({ item, quantity }) => {
        const name = itemName(item);
        const there = item.levels.find(({ locationId }) => locationId === sourceId)?.onHand ?? 0;
        const sendable = Math.min(there, item.sellable);
        return (
          <li key={item.skuId} className={styles.line}>
            <div className={styles.what}>
              {name}
              <div className={quantity > sendable ? "bad small" : "quiet small"}>
                {t("stock.sendable", { count: sendable })}
              </div>
            </div>
            <NumberInput
              className={styles.quantity ?? ""}
              aria-label={t("stock.unitsOf", { name })}
              min={1}
              max={MAX_UNITS}
              clampBehavior="strict"
              allowDecimal={false}
              value={quantity}
              onChange={(value) =>
                setLines((now) =>
                  now.map((line) =>
                    line.item.skuId === item.skuId
                      ? { ...line, quantity: Math.max(1, Number(value) || 1) }
                      : line,
                  ),
                )
              }
            />
            <ActionIcon
              variant="subtle"
              aria-label={t("stock.removeItem", { name })}
              onClick={() =>
                setLines((now) => now.filter((line) => line.item.skuId !== item.skuId))
              }
            >
              <Icon name="close" small />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}
