import type { Money, OrderTender, Quote } from "@/api/types";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { Checkbox } from "@/ui/Form/Checkbox";
import { RadioGroup } from "@/ui/Form/RadioGroup";
import styles from "./Checkout.module.css";
import { CheckoutSection } from "./CheckoutSection";
import type { CheckoutDraft, Payment } from "./draft";

interface Props {
  offered: readonly Payment[];
  draft: CheckoutDraft;
  quote: Quote | undefined;
  /** The wallet balance; null without a wallet. */
  balance: Money | null;
  problem: string | undefined;
  onChange: (change: Partial<CheckoutDraft>) => void;
}

/** The wallet, and the payment method for what remains to be paid. */
export function PaymentSection({ offered, draft, quote, balance, problem, onChange }: Props) {
  const mode = useAppState((state) => state.paymentGatewayMode);
  const tenders = quote?.payable.amount === 0 ? quote.tenders : [];
  const covered = tenders.length > 0;
  const methods = {
    cod: { label: t("checkout.cod"), text: t("checkout.codText") },
    prepaid: {
      label: t("checkout.prepaid"),
      text: t(mode === 0 ? "checkout.prepaidTestText" : "checkout.prepaidText"),
    },
  };
  return (
    <CheckoutSection title={t("checkout.payment")}>
      {balance !== null && balance.amount > 0 && (
        <Checkbox
          label={t("checkout.useWallet")}
          checked={draft.useWallet}
          onChange={(useWallet) => onChange({ useWallet })}
        >
          {t("checkout.walletBalance", { balance: exact(balance) })}
        </Checkbox>
      )}
      {covered ? (
        <p className={styles["quiet"]}>{coveredText(tenders)}</p>
      ) : offered.length === 0 ? (
        <p className={styles["quiet"]}>{t("checkout.noPayment")}</p>
      ) : (
        <RadioGroup
          legend={t("checkout.payment")}
          value={draft.payment}
          onChange={(payment) => onChange({ payment })}
          error={problem}
          choices={offered.map((payment) => ({ value: payment, ...methods[payment] }))}
        />
      )}
    </CheckoutSection>
  );
}

function coveredText(tenders: readonly OrderTender[]): string {
  if (tenders.every(({ kind }) => kind === "wallet")) return t("checkout.walletCovers");
  if (tenders.every(({ kind }) => kind === "gift_card")) return t("checkout.giftCardCovers");
  return t("checkout.covered");
}
