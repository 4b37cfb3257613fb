import type { ReactNode } from "react";
import type { Quote } from "@/api/types";
import { calendarDay } from "@/format/date";
import { price } from "@/format/money";
import { t } from "@/messages/t";
import { RadioGroup } from "@/ui/Form/RadioGroup";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./Checkout.module.css";
import { CheckoutSection } from "./CheckoutSection";

interface Props {
  quote: Quote | undefined;
  chosen: string | null;
  problem: string | undefined;
  onChoose: (code: string) => void;
  /** Below the shipping methods. */
  children?: ReactNode;
}

/** The shipping methods with their price and estimated arrival. */
export function DeliverySection({ quote, chosen, problem, onChoose, children }: Props) {
  const methods = quote?.shippingMethods ?? [];
  const offered = methods.some(({ code }) => code === chosen);
  return (
    <CheckoutSection title={t("checkout.method")}>
      {quote === undefined ? (
        <Skeleton height="76px" />
      ) : methods.length === 0 ? (
        <p className={styles["quiet"]}>
          {quote.problems.find(({ code }) => code === "delivery_unavailable")?.message ??
            t("checkout.methodWaits")}
        </p>
      ) : (
        <RadioGroup
          legend={t("checkout.method")}
          name="shippingMethod"
          value={offered ? chosen : quote.shippingMethod}
          onChange={onChoose}
          error={problem}
          choices={methods.map(({ code, name, price: cost, estimate }) => ({
            value: code,
            label: name,
            text:
              estimate.earliest === estimate.latest
                ? t("checkout.arrivesOn", { day: calendarDay(estimate.earliest) })
                : t("checkout.arrives", {
                    from: calendarDay(estimate.earliest),
                    to: calendarDay(estimate.latest),
                  }),
            aside: cost.amount === 0 ? t("checkout.free") : price(cost),
          }))}
        />
      )}
      {children}
    </CheckoutSection>
  );
}
