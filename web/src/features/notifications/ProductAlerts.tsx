import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { errorMessage } from "@/api/errors";
import type { OwnAlert, SkuCard } from "@/api/types";
import { alertsQuery } from "@/features/alerts/queries";
import { productLink } from "@/features/products/links";
import { formatOptions } from "@/features/products/options/formatOptions";
import { cardsQuery, MAX_CARDS } from "@/features/products/queries";
import { date } from "@/format/date";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { showToast, showErrorToast } from "@/state/toasts";
import { ErrorAlert } from "@/ui/Alert/Alert";
import { Picture } from "@/ui/Picture/Picture";
import { Price } from "@/ui/Price/Price";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./ProductAlerts.module.css";
import { useDeleteAlert } from "./queries";

/** The customer's alerts for products that are sold out or should cost less. */
export function ProductAlerts() {
  const { data: alerts, error, refetch } = useQuery(alertsQuery(useAppState(visitorOf)));
  const { data: cards } = useQuery(cardsQuery(skuIdsOf(alerts)));
  if (!alerts) {
    return error ? (
      <ErrorAlert error={error} retry={() => void refetch()} />
    ) : (
      <Skeleton height="96px" />
    );
  }
  if (alerts.length === 0) return <p>{t("alerts.none")}</p>;
  return (
    <>
      <p>{t("alerts.text")}</p>
      <ul className={styles["list"]} aria-labelledby="alerts">
        {alerts.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            card={cards?.find(({ skuId }) => skuId === alert.skuId)}
            cardsLoaded={cards !== undefined}
          />
        ))}
      </ul>
    </>
  );
}

function skuIdsOf(alerts: readonly OwnAlert[] = []): number[] {
  return [...new Set(alerts.map(({ skuId }) => skuId))].slice(0, MAX_CARDS);
}

interface RowProps {
  alert: OwnAlert;
  card: SkuCard | undefined;
  /** An alert that then has no card is for a product that is no longer sold. */
  cardsLoaded: boolean;
}

function AlertRow({ alert, card, cardsLoaded }: RowProps) {
  const remove = useDeleteAlert();
  const title = card?.title ?? (cardsLoaded ? t("alerts.goneProduct") : "");
  return (
    <li className={styles["row"]}>
      <Picture picture={card?.image ?? null} alt="" sizes="72px" className={styles["picture"]} />
      <div className={styles["text"]}>
        {card ? <Link to={productLink(card.slug)}>{title}</Link> : <span>{title}</span>}
        {card && card.options.length > 0 && <p>{formatOptions(card.options)}</p>}
        {card && <Price now={card.price} before={card.compareAtPrice} />}
        <p>
          {t(alert.kind === "stock" ? "alerts.backInStock" : "alerts.costsLess")}
          {" · "}
          {t("alerts.since", { date: date(alert.createdAt) })}
        </p>
      </div>
      <button
        type="button"
        disabled={remove.isPending}
        aria-label={t("alerts.endOf", { product: title })}
        onClick={() =>
          remove.mutate(alert.id, {
            onSuccess: () => showToast(t("alerts.ended")),
            onError: (error) => showErrorToast(errorMessage(error)),
          })
        }
      >
        {t("alerts.end")}
      </button>
    </li>
  );
}
