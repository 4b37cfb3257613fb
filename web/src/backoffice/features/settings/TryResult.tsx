import { t } from "../../messages/t";
import { money } from "../../ui/Money";
import type { PriceCheck } from "./queries";
import styles from "./settings.module.css";

/** The quote line by line, each with the rule that made it. */
export function TryResult({ result }: { result: PriceCheck }) {
  const { quote, zone, delivery } = result;
  return (
    <div className={styles.result} role="status" aria-label={t("settings.result")}>
      {result.lines.map((line) => (
        <Row
          key={`${line.skuId}-${line.isGift}`}
          label={t("settings.lineOf", { quantity: line.quantity, title: line.title })}
          amount={money(line.total)}
          why={lineWhy(line)}
        />
      ))}
      {quote.discounts.map((discount) => (
        <Row key={discount.name} label={discount.name} amount={`−${money(discount.amount)}`} />
      ))}
      {delivery ? (
        <Row
          label={delivery.name}
          amount={money(quote.shippingTotal)}
          why={deliveryWhy(result, delivery)}
        />
      ) : null}
      {quote.taxes.map((tax) => (
        <Row
          key={`${tax.name} ${tax.rate}`}
          label={t(tax.included ? "settings.taxIncluded" : "settings.taxAdded", {
            name: tax.name,
            rate: tax.rate,
          })}
          amount={money(tax.amount)}
        />
      ))}
      <div className={`${styles.line} ${styles.total}`}>
        <span>{t("settings.total")}</span>
        <span className="number">{money(quote.total)}</span>
      </div>
      <p className="tiny quiet">
        {zone ? t(ZONE_TEXTS[zone.matchedBy], { zone: zone.name }) : t("settings.noZoneHere")}{" "}
        {t(CHARGE_TEXTS[result.reverseCharge])}
      </p>
      {quote.problems.map((problem) => (
        <p key={problem.code} className="bad small">
          {problem.message}
        </p>
      ))}
    </div>
  );
}

const ZONE_TEXTS = {
  state: "settings.zoneByState",
  country: "settings.zoneByCountry",
  rest_of_world: "settings.zoneByRest",
} as const;

const CHARGE_TEXTS = {
  applies: "settings.chargeApplies",
  off: "settings.chargeOff",
  shop_outside_eu: "settings.chargeShopOutside",
  no_tax_id: "settings.chargePrivate",
  tax_id_not_eu: "settings.chargeInvalid",
  tax_id_of_shop_country: "settings.chargeDomestic",
  delivered_in_shop_country: "settings.chargeDeliveredHome",
  delivered_outside_eu: "settings.chargeDeliveredOutside",
} as const;

function lineWhy(line: PriceCheck["lines"][number]): string {
  if (!line.taxable) return t("settings.notTaxable");
  if (line.rates.length === 0) return t("settings.noRates");
  return line.rates
    .map((rate) =>
      t("settings.rateWhy", {
        name: rate.name,
        rate: rate.rate,
        place: [rate.city, rate.state].filter(Boolean).join(", ") || t("settings.wholeCountry"),
        taxClass: rate.taxClass || t("settings.standard"),
      }),
    )
    .join(" · ");
}

function deliveryWhy(result: PriceCheck, delivery: NonNullable<PriceCheck["delivery"]>): string {
  const parts = [
    delivery.isByZone && result.zone
      ? t("settings.rateOfZone", { zone: result.zone.name })
      : t("settings.onePrice"),
  ];
  if (delivery.basis === "weight") {
    parts.push(t("settings.weighs", { grams: result.weightGrams }));
    if (delivery.band !== null) parts.push(t("settings.bandOf", { limit: `${delivery.band} g` }));
  }
  if (delivery.basis === "value") {
    parts.push(t("settings.valueIs", { value: money(delivery.value) }));
    if (delivery.band !== null) {
      const limit = money({ ...delivery.value, amount: delivery.band });
      parts.push(t("settings.bandOf", { limit }));
    }
  }
  if (delivery.isFree) parts.push(t("settings.freeHere"));
  parts.push(...delivery.leftOut.map((name) => t("settings.leftOut", { name })));
  return parts.join(" · ");
}

function Row({ label, amount, why }: { label: string; amount: string; why?: string }) {
  return (
    <div>
      <div className={styles.line}>
        <span>{label}</span>
        <span className="number">{amount}</span>
      </div>
      {why ? <div className="tiny quiet">{why}</div> : null}
    </div>
  );
}
