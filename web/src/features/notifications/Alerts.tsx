import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { sentenceOf } from "@/api/errors";
import type { OwnAlert, SkuCard } from "@/api/types";
import { alertsQuery } from "@/features/alerts/queries";
import { productLink } from "@/features/catalog/links";
import { cardsQuery } from "@/features/catalog/queries";
import { date } from "@/format/date";
import "@/messages/later/notifications";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { tell, tellFailure } from "@/state/toasts";
import { FailureNotice } from "@/ui/Notice/Notice";
import { Picture } from "@/ui/Picture/Picture";
import { Price } from "@/ui/Price/Price";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./Alerts.module.css";
import { useEndAlert } from "./queries";

/** What the customer waits for: products to come back or to cost less. */
export function Alerts() {
  const { data: alerts, error, refetch } = useQuery(alertsQuery(useAppState(visitorOf)));
  const { data: cards } = useQuery(cardsQuery(skuIdsOf(alerts)));
  if (!alerts) {
    return error ? (
      <FailureNotice error={error} retry={() => void refetch()} />
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
            known={cards !== undefined}
          />
        ))}
      </ul>
    </>
  );
}

/** As many cards as one call gives. */
const MAX_CARDS = 100;

function skuIdsOf(alerts: readonly OwnAlert[] = []): number[] {
  return [...new Set(alerts.map(({ skuId }) => skuId))].slice(0, MAX_CARDS);
}

interface RowProps {
  alert: OwnAlert;
  card: SkuCard | undefined;
  /** Whether the cards have arrived: one without a card then is of a product that is gone. */
  known: boolean;
}

function AlertRow({ alert, card, known }: RowProps) {
  const end = useEndAlert();
  const title = card?.title ?? (known ? t("alerts.goneProduct") : "");
  return (
    <li className={styles["row"]}>
      <Picture picture={card?.image ?? null} alt="" sizes="72px" className={styles["picture"]} />
      <div className={styles["text"]}>
        {card ? <Link to={productLink(card.slug)}>{title}</Link> : <span>{title}</span>}
        {card && card.options.length > 0 && (
          <p>{card.options.map(({ name, value }) => `${name}: ${value}`).join(" · ")}</p>
        )}
        {card && <Price now={card.price} before={card.compareAtPrice} />}
        <p>
          {t(alert.kind === "stock" ? "alerts.backInStock" : "alerts.costsLess")}
          {" · "}
          {t("alerts.since", { date: date(alert.createdAt) })}
        </p>
      </div>
      <button
        type="button"
        disabled={end.isPending}
        aria-label={t("alerts.endOf", { product: title })}
        onClick={() =>
          end.mutate(alert.id, {
            onSuccess: () => tell(t("alerts.ended")),
            onError: (error) => tellFailure(sentenceOf(error)),
          })
        }
      >
        {t("alerts.end")}
      </button>
    </li>
  );
}
