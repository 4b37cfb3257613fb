import { Link } from "react-router";
import type { Customer } from "@/api/types";
import { loginLink } from "@/features/signin/next";
import { t } from "@/messages/t";
import { useCurrentPath } from "@/state/addressSearch";
import { TextField } from "@/ui/Form/TextField";
import styles from "./Checkout.module.css";
import { CheckoutSection } from "./CheckoutSection";
import { isPhoneMissing, type CheckoutDraft } from "./draft";
import type { Problems } from "./problems";

interface Props {
  customer: Customer | null;
  draft: CheckoutDraft;
  problems: Problems;
  phoneRequired: boolean;
  onChange: (change: Partial<CheckoutDraft>) => void;
}

/** Email and phone number: entered by guests, known for customers. */
export function ContactSection({ customer, draft, problems, phoneRequired, onChange }: Props) {
  const here = useCurrentPath();
  const phone = (
    <TextField
      label={t("signin.phone")}
      type="tel"
      autoComplete="tel-national"
      optional={!phoneRequired}
      hint={phoneRequired ? t("checkout.phoneForCourier") : undefined}
      placeholder={t("signin.phonePrompt")}
      value={draft.phone}
      error={problems.phone ?? problems.address.phone}
      onChange={(typed) => onChange({ phone: typed })}
    />
  );
  if (customer) {
    return (
      <CheckoutSection title={t("checkout.contact")}>
        <p className={styles["quiet"]}>
          {t("checkout.signedInAs", { contact: customer.email ?? customer.phone ?? "" })}
        </p>
        {phoneRequired && isPhoneMissing(draft, customer) && (
          <div className={styles["pair"]}>{phone}</div>
        )}
      </CheckoutSection>
    );
  }
  return (
    <CheckoutSection
      title={t("checkout.contact")}
      aside={
        <span className={styles["quiet"]}>
          {t("checkout.haveAccount")}{" "}
          <Link className={styles["link"]} to={loginLink(here)}>
            {t("signin.title")}
          </Link>
        </span>
      }
    >
      <div className={styles["pair"]}>
        <TextField
          label={t("signin.email")}
          type="email"
          autoComplete="email"
          hint={t("checkout.contactHint")}
          placeholder={t("signin.emailPrompt")}
          value={draft.email}
          error={problems.email}
          onChange={(email) => onChange({ email })}
        />
        {phone}
      </div>
    </CheckoutSection>
  );
}
