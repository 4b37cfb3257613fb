import { t } from "@/messages/t";
import { AddressSection } from "./AddressSection";
import styles from "./Checkout.module.css";
import { CheckoutSection } from "./CheckoutSection";
import { ContactSection } from "./ContactSection";
import { DeliverySection } from "./DeliverySection";
import { GiftAndNote } from "./GiftAndNote";
import { PaymentSection } from "./PaymentSection";
import type { Problems } from "./problems";
import type { CheckoutState } from "./useCheckout";

interface Props {
  checkout: CheckoutState;
  problems: Problems;
}

export function CheckoutForm({ checkout, problems }: Props) {
  const { context, draft, quote, phoneRequired, change } = checkout;
  const { customer, countries } = context;
  return (
    <div className={styles["form"]}>
      <ContactSection {...{ customer, draft, problems, phoneRequired }} onChange={change} />
      {checkout.byEmail ? (
        <CheckoutSection title={t("checkout.method")}>
          <p className={styles["quiet"]}>{t("giftCard.byEmail")}</p>
        </CheckoutSection>
      ) : (
        <>
          <AddressSection
            {...{ customer, draft, countries, problems, phoneRequired }}
            onChange={change}
          />
          <DeliverySection
            quote={quote}
            chosen={draft.shippingMethod}
            problem={problems.shippingMethod}
            onChoose={(shippingMethod) => change({ shippingMethod })}
          >
            <GiftAndNote
              gift={draft.gift}
              offered={quote?.giftWrapOffered ?? null}
              problem={
                quote?.problems.find(({ code }) => code === "gift_wrap_unavailable")?.message
              }
              onChange={(gift) => change({ gift })}
            />
          </DeliverySection>
        </>
      )}
      <PaymentSection
        offered={checkout.payments}
        draft={draft}
        quote={quote}
        balance={checkout.walletBalance}
        problem={problems.payment}
        onChange={change}
      />
    </div>
  );
}
