import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { number } from "@/format/number";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { LoadingHead } from "../../ui/LoadingHead";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns, type Fact, Facts, Panel } from "../../ui/Panel";
import { usePanelAddress } from "../../ui/panelAddress";
import { toast, toastError } from "../../ui/toasts";
import { When } from "../../ui/When";
import { ArrivalPanel } from "./ArrivalPanel";
import { codesOf, itemName } from "./names";
import { type StockTransfer, transferQuery } from "./queries";
import { TransferStatus } from "./statuses";
import styles from "./stock.module.css";

/** A transfer with its items, and what has arrived of them. */
export default function TransferPage() {
  const id = Number(useParams()["id"]);
  const query = useQuery(transferQuery(id));
  return (
    <Page>
      {query.data ? (
        <Loaded loaded={query.data} />
      ) : (
        <LoadingHead title={t("stock.transfer", { id })} back="/stock/transfers" query={query} />
      )}
    </Page>
  );
}

function Loaded({ loaded }: { loaded: StockTransfer }) {
  const { transfer } = loaded;
  const canEdit = useOperator().can("stock.edit");
  const [panel, setPanel] = usePanelAddress();
  const isOpen = canEdit && transfer.state === "sent" && panel === "receive";
  return (
    <>
      <PageHead
        title={t("stock.transferRoute", { source: transfer.source, target: transfer.target })}
        back="/stock/transfers"
        statuses={<TransferStatus transfer={transfer} />}
        facts={t("stock.transfer", { id: transfer.id })}
        actions={canEdit ? <Actions loaded={loaded} onReceive={() => setPanel("receive")} /> : null}
      />
      <DetailColumns
        panelOpen={isOpen}
        main={<Items loaded={loaded} />}
        aside={
          <>
            {isOpen ? <ArrivalPanel loaded={loaded} onClose={() => setPanel(null)} /> : null}
            <About loaded={loaded} />
          </>
        }
      />
    </>
  );
}

function useSteps(id: number) {
  const client = useQueryClient();
  const params = { path: { transferId: id } };
  const options = (text: string) => ({
    onSuccess: (changed: StockTransfer) => {
      client.setQueryData(transferQuery(id).queryKey, changed);
      void client.invalidateQueries({ queryKey: ["stock"] });
      toast(text);
    },
    // Somebody else may have acted, or the units are gone.
    onError: (error: unknown) => {
      void client.invalidateQueries({ queryKey: ["stock"] });
      toastError(error);
    },
  });
  const send = useMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/admin/v1/stock/transfers/{transferId}/send", { params })),
    ...options(t("stock.transferSent")),
  });
  const cancel = useMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/admin/v1/stock/transfers/{transferId}/cancel", { params })),
    ...options(t("stock.transferCancelled")),
  });
  return { send, cancel };
}

function Actions({ loaded, onReceive }: { loaded: StockTransfer; onReceive: () => void }) {
  const online = useOnline();
  const { transfer, lines } = loaded;
  const { send, cancel } = useSteps(transfer.id);
  if (transfer.state !== "draft" && transfer.state !== "sent") return null;
  const lacksUnits = lines.some(({ quantity, sendable }) => quantity > sendable);
  return (
    <>
      <Button
        onClick={() => cancel.mutate()}
        loading={cancel.isPending}
        disabled={!online}
        title={transfer.state === "sent" ? t("stock.cancelTransferHelp") : undefined}
      >
        {t("stock.cancelTransfer")}
      </Button>
      {transfer.state === "draft" ? (
        <Button
          variant="filled"
          onClick={() => send.mutate()}
          loading={send.isPending}
          disabled={!online || lacksUnits}
          title={lacksUnits ? t("stock.lacksUnits") : undefined}
        >
          {t("stock.sendTransfer")}
        </Button>
      ) : (
        <Button variant="filled" onClick={onReceive}>
          {t("stock.receive")}
        </Button>
      )}
    </>
  );
}

function About({ loaded: { transfer, note, author } }: { loaded: StockTransfer }) {
  const { sentAt, finishedAt, state } = transfer;
  const facts: Fact[] = [
    { label: t("stock.from"), value: transfer.source },
    { label: t("stock.to"), value: transfer.target },
    { label: t("stock.author"), value: author },
    ...(sentAt === null ? [] : [{ label: t("stock.sentAt"), value: <When at={sentAt} /> }]),
    ...(finishedAt === null
      ? []
      : [
          {
            label: state === "received" ? t("stock.received") : t("stock.cancelled"),
            value: <When at={finishedAt} />,
          },
        ]),
    ...(transfer.lost > 0 ? [{ label: t("stock.kind.damage"), value: number(transfer.lost) }] : []),
    ...(state === "sent"
      ? [{ label: t("stock.inTransit"), value: number(transfer.inTransit), total: true }]
      : []),
  ];
  return (
    <Panel title={t("stock.about")}>
      <Facts facts={facts} />
      {state === "draft" ? <p className="quiet small">{t("stock.transferHelp")}</p> : null}
      {state === "sent" ? <p className="quiet small">{t("stock.inTransitHelp")}</p> : null}
      {note ? <p className="small">{note}</p> : null}
    </Panel>
  );
}

type Line = StockTransfer["lines"][number];

/** What became of a line, or whether it can be sent. */
function LineNote({ line, isDraft }: { line: Line; isDraft: boolean }) {
  if (isDraft) {
    return (
      <div className={line.quantity > line.sendable ? "bad small" : "quiet small"}>
        {t("stock.sendable", { count: line.sendable })}
      </div>
    );
  }
  return (
    <>
      {line.lost > 0 ? (
        <div className="bad small">{t("stock.lostUnits", { count: line.lost })}</div>
      ) : null}
      {line.returned > 0 ? (
        <div className="quiet small">{t("stock.returnedUnits", { count: line.returned })}</div>
      ) : null}
    </>
  );
}

function Items({ loaded: { lines, transfer } }: { loaded: StockTransfer }) {
  const isDraft = transfer.state === "draft";
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
              {isDraft
                ? number(line.quantity)
                : t("stock.receivedOf", { received: line.received, units: line.quantity })}
              <LineNote line={line} isDraft={isDraft} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
