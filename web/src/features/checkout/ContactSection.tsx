import { Link, useLocation } from "react-router";
import type { Customer } from "@/api/types";
import { loginLink } from "@/features/signin/next";
import { t } from "@/messages/t";
import { TextField } from "@/ui/Form/TextField";
import styles from "./Checkout.module.css";
import { CheckoutSection } from "./CheckoutSection";
import type { CheckoutDraft } from "./draft";
import type { Problems } from "./problems";

interface Props {
  customer: Customer | null;
  draft: CheckoutDraft;
  problems: Problems;
  onChange: (change: Partial<CheckoutDraft>) => void;
}

/** Whom to tell: known of a customer, asked of a guest. */
export function ContactSection({ customer, draft, problems, onChange }: Props) {
  const { pathname, search } = useLocation();
  if (customer) {
    return (
      <CheckoutSection title={t("checkout.contact")}>
        <p className={styles["quiet"]}>
          {t("checkout.signedInAs", { contact: customer.email ?? customer.phone ?? "" })}
        </p>
      </CheckoutSection>
    );
  }
  return (
    <CheckoutSection
      title={t("checkout.contact")}
      aside={
        <span className={styles["quiet"]}>
          {t("checkout.haveAccount")}{" "}
          <Link className={styles["link"]} to={loginLink(pathname + search)}>
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
        <TextField
          label={t("signin.phone")}
          type="tel"
          autoComplete="tel-national"
          optional
          placeholder={t("signin.phonePrompt")}
          value={draft.phone}
          error={problems.phone ?? problems.address.phone}
          onChange={(phone) => onChange({ phone })}
        />
      </div>
    </CheckoutSection>
  );
}
