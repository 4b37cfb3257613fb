import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { money } from "../../ui/Money";
import { LoadingHead } from "../../ui/LoadingHead";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns, Facts, Panel } from "../../ui/Panel";
import { usePanelAddress } from "../../ui/panelAddress";
import { toastError } from "../../ui/toasts";
import { codesOf, itemName } from "./names";
import { deliveryQuery, type StockDelivery } from "./queries";
import { ReceivePanel } from "./ReceivePanel";
import { DeliveryStatus } from "./statuses";
import styles from "./stock.module.css";

/** A delivery with its items, and what has arrived of them. */
export default function DeliveryPage() {
  const id = Number(useParams()["id"]);
  const query = useQuery(deliveryQuery(id));
  return (
    <Page>
      {query.data ? (
        <Loaded loaded={query.data} />
      ) : (
        <LoadingHead title={t("stock.delivery", { id })} back="/stock/deliveries" query={query} />
      )}
    </Page>
  );
}

function Loaded({ loaded }: { loaded: StockDelivery }) {
  const { delivery, note, author, total } = loaded;
  const canEdit = useOperator().can("stock.edit") && delivery.state === "planned";
  const [panel, setPanel] = usePanelAddress();
  const isOpen = canEdit && panel === "receive";
  return (
    <>
      <PageHead
        title={delivery.supplier}
        back="/stock/deliveries"
        statuses={<DeliveryStatus delivery={delivery} />}
        facts={t("stock.delivery", { id: delivery.id })}
        actions={canEdit ? <Actions loaded={loaded} onReceive={() => setPanel("receive")} /> : null}
      />
      <DetailColumns
        panelOpen={isOpen}
        main={<Items loaded={loaded} />}
        aside={
          <>
            {isOpen ? <ReceivePanel loaded={loaded} onClose={() => setPanel(null)} /> : null}
            <Panel title={t("stock.about")}>
              <Facts
                facts={[
                  { label: t("stock.location"), value: delivery.location },
                  { label: t("stock.expectedOn"), value: delivery.expectedOn ?? t("stock.noDay") },
                  { label: t("stock.author"), value: author },
                  { label: t("stock.costTotal"), value: money(total), total: true },
                ]}
              />
              {note ? <p className="small">{note}</p> : null}
            </Panel>
          </>
        }
      />
    </>
  );
}

function Actions({ loaded, onReceive }: { loaded: StockDelivery; onReceive: () => void }) {
  const client = useQueryClient();
  const online = useOnline();
  const { id, received } = loaded.delivery;
  const params = { path: { deliveryId: id } };
  const options = {
    onSuccess: (changed: StockDelivery) => {
      client.setQueryData(deliveryQuery(id).queryKey, changed);
      void client.invalidateQueries({ queryKey: ["stock"] });
    },
    onError: toastError,
  };
  const close = useMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/admin/v1/stock/deliveries/{deliveryId}/close", { params })),
    ...options,
  });
  const cancel = useMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/admin/v1/stock/deliveries/{deliveryId}/cancel", { params })),
    ...options,
  });
  return (
    <>
      {received === 0 ? (
        <Button onClick={() => cancel.mutate()} loading={cancel.isPending} disabled={!online}>
          {t("stock.cancelDelivery")}
        </Button>
      ) : (
        <Button
          onClick={() => close.mutate()}
          loading={close.isPending}
          disabled={!online}
          title={t("stock.closeHelp")}
        >
          {t("stock.closeDelivery")}
        </Button>
      )}
      <Button variant="filled" onClick={onReceive}>
        {t("stock.receive")}
      </Button>
    </>
  );
}

function Items({ loaded: { lines } }: { loaded: StockDelivery }) {
  return (
    <Panel title={t("stock.items")}>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.skuId} className={styles.line}>
            <div className={styles.what}>
              <Link className="link strong" to={`/stock/skus/${line.skuId}`}>
                {itemName(line)}
              </Link>
              <div className="quiet small">{codesOf(line)}</div>
            </div>
            <div className={styles.figures}>
              {t("stock.receivedOf", { received: line.received, units: line.quantity })}
              {line.cost ? (
                <div className="quiet small">{t("stock.each", { cost: money(line.cost) })}</div>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
