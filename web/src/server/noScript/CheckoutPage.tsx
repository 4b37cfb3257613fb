import styles from "./PlainForms.module.css";
import checkoutStyles from "@/features/checkout/Checkout.module.css";
import { CheckoutSection } from "@/features/checkout/CheckoutSection";
import { DeliverySection } from "@/features/checkout/DeliverySection";
import { EMPTY_ADDRESS } from "@/features/customers/addressDraft";
import { AddressFields } from "@/features/customers/AddressFields";
import { t } from "@/messages/t";
import pageStyles from "@/routes/checkout.module.css";
import { useAppState } from "@/state/appState";
import { Button } from "@/ui/Button/Button";
import { TextArea } from "@/ui/Form/TextArea";
import { TextField } from "@/ui/Form/TextField";
import { CheckoutSummary } from "./CheckoutSummary";
import type { CheckoutContent } from "./content";

const ignore = () => undefined;

/** Contact, address and delivery in one form. Its buttons update the totals or place the order. */
export function CheckoutPage(content: CheckoutContent) {
  const { message, problems } = content;
  const isInvalid = Object.keys(problems).length > 0;
  return (
    <main className="wrap" id="content">
      <h1 className={pageStyles["title"]}>{t("checkout.title")}</h1>
      {(message !== "" || isInvalid) && (
        <p className={styles["message"]} role="alert">
          {message === "" ? t("noScript.checkFields") : message}
        </p>
      )}
      <form
        className={checkoutStyles["columns"]}
        method="post"
        action="/no-script/checkout"
        noValidate
      >
        {/* Enter presses the first button of a form: it must not place an order that was not checked. */}
        <button
          type="submit"
          className="visually-hidden"
          tabIndex={-1}
          name="action"
          value={content.codeSentTo === null ? "update" : "order"}
          aria-hidden
        >
          {t("noScript.updateTotals")}
        </button>
        <Fields {...content} />
        <CheckoutSummary {...content} />
      </form>
      <p className={styles["foot"]}>
        <a className={styles["link"]} href="/checkout">
          {t("noScript.fullCheckout")}
        </a>
      </p>
    </main>
  );
}

function Fields(content: CheckoutContent) {
  const { values, problems, quote } = content;
  const text = (name: string): TextProps => ({
    name,
    value: values[name] ?? "",
    error: problems[name],
    onChange: ignore,
  });
  return (
    <div className={checkoutStyles["form"]}>
      <Contact text={text} />
      <CheckoutSection title={t("checkout.delivery")}>
        <Address {...content} />
      </CheckoutSection>
      <DeliverySection
        quote={quote}
        chosen={values["shippingMethod"] ?? null}
        problem={problems["shippingMethod"]}
        onChoose={ignore}
      >
        <TextArea
          label={t("checkout.deliveryNote")}
          hint={t("checkout.deliveryNoteHint")}
          optional
          rows={2}
          {...text("deliveryNote")}
        />
      </DeliverySection>
      <CheckoutSection title={t("noScript.promoCode")}>
        <TextField
          label={t("noScript.promoCode")}
          optional
          {...text("promoCode")}
          error={problems["promoCode"] ?? promoProblem(quote)}
        />
        <p className={styles["quiet"]}>{t("noScript.updateHint")}</p>
        <Button type="submit" variant="secondary" name="action" value="update">
          {t("noScript.updateTotals")}
        </Button>
      </CheckoutSection>
      <CheckoutSection title={t("checkout.payment")}>
        <p>
          <b>{t("checkout.cod")}</b>. {t("checkout.codText")}
        </p>
        <p className={styles["quiet"]}>{t("noScript.limits")}</p>
      </CheckoutSection>
    </div>
  );
}

interface TextProps {
  name: string;
  value: string;
  error: string | undefined;
  onChange: () => void;
}

function Contact({ text }: { text: (name: string) => TextProps }) {
  return (
    <CheckoutSection title={t("checkout.contact")}>
      <div className={checkoutStyles["pair"]}>
        <TextField
          label={t("signin.email")}
          type="email"
          autoComplete="email"
          hint={t("checkout.contactHint")}
          {...text("email")}
        />
        <TextField
          label={t("signin.phone")}
          type="tel"
          autoComplete="tel-national"
          hint={t("checkout.phoneForCourier")}
          {...text("phone")}
        />
      </div>
    </CheckoutSection>
  );
}

function promoProblem({ problems }: CheckoutContent["quote"]): string | undefined {
  return problems.find(({ code }) => code.startsWith("promo_"))?.message;
}

/** The fields of the country that was chosen, by default the shop's. */
function Address({ values, problems }: CheckoutContent) {
  const shopCountry = useAppState((state) => state.availibilityData?.country);
  const typed = Object.fromEntries(
    Object.keys(EMPTY_ADDRESS).map((name) => [name, values[name] ?? ""]),
  );
  const draft = { ...EMPTY_ADDRESS, ...typed };
  return (
    <AddressFields
      draft={{ ...draft, country: draft.country || (shopCountry ?? "") }}
      problems={problems}
      phone={false}
      onChange={ignore}
    />
  );
}
