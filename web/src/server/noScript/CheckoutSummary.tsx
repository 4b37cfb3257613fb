import styles from "./PlainForms.module.css";
import { giftsOf, isGift } from "@/features/cart/gifts";
import checkoutStyles from "@/features/checkout/Checkout.module.css";
import { SummaryLine } from "@/features/checkout/Summary";
import summaryStyles from "@/features/checkout/Summary.module.css";
import { Totals } from "@/features/orders/Totals";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { Button } from "@/ui/Button/Button";
import { TextField } from "@/ui/Form/TextField";
import type { CheckoutContent } from "./content";

/** The order's lines and total, and the button that places it. */
export function CheckoutSummary(content: CheckoutContent) {
  const { quote, items, key, proof } = content;
  return (
    <aside className={checkoutStyles["summary"]} aria-label={t("checkout.summary")}>
      <h2>{t("checkout.summary")}</h2>
      <ul className={summaryStyles["lines"]}>
        {quote.lines
          .filter((line) => !isGift(line))
          .map((line) => (
            <SummaryLine
              key={line.skuId}
              line={line}
              problem={quote.problems.find(({ skuId }) => skuId === line.skuId)?.message}
            />
          ))}
        {giftsOf(quote).map(({ line, name }) => (
          <SummaryLine key={`${line.skuId} ${name}`} line={line} problem={undefined} gift={name} />
        ))}
      </ul>
      <a className={summaryStyles["edit"]} href="/no-script/cart">
        {t("checkout.editCart")}
      </a>
      <Totals totals={quote} shippingKnown={quote.shippingMethod !== null} />
      <input type="hidden" name="items" value={items} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="proof" value={proof} />
      <input type="hidden" name="total" value={quote.total.amount} />
      <input type="hidden" name="gifts" value={quote.gifts.map(({ skuId }) => skuId).join("_")} />
      <OrderButton {...content} />
      <p className={checkoutStyles["terms"]}>
        {t("checkout.terms")}{" "}
        <a className={checkoutStyles["link"]} href="/terms-and-conditions">
          {t("checkout.termsLink")}
        </a>
      </p>
    </aside>
  );
}

/** Places the order, with the code that confirms the contact; or says why that is not possible. */
function OrderButton({ codeSentTo, problems }: CheckoutContent) {
  const available = useAppState((state) => state.availibilityData);
  const takesCash = available?.paymentMethods.includes("cod") === true;
  if (!takesCash || !available.guestCheckout) {
    return (
      <p className={styles["message"]} role="alert">
        {t(takesCash ? "noScript.noGuests" : "noScript.noCod")}
      </p>
    );
  }
  return (
    <div className={styles["form"]}>
      {codeSentTo !== null && (
        <>
          <TextField
            label={t("noScript.code")}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            hint={t("noScript.codeHint", { contact: codeSentTo })}
            error={problems["code"]}
            value=""
            onChange={() => undefined}
          />
          <Button type="submit" variant="secondary" name="action" value="code">
            {t("noScript.sendCode")}
          </Button>
        </>
      )}
      <Button type="submit" fullWidth name="action" value="order">
        {t("checkout.placeOrder")}
      </Button>
    </div>
  );
}
