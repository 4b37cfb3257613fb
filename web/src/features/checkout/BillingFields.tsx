import type { Address, Country } from "@/api/types";
import type { AddressProblems } from "@/features/customers/addressDraft";
import { AddressFields } from "@/features/customers/AddressFields";
import { BusinessFields } from "@/features/customers/BusinessFields";
import { t } from "@/messages/t";
import { Checkbox } from "@/ui/Form/Checkbox";
import styles from "./Checkout.module.css";
import { type BillingDraft, businessOf } from "./details";

interface Props {
  billing: BillingDraft;
  saved: Address | null;
  /** Of the billing address. */
  country: Country | undefined;
  problems: AddressProblems;
  onChange: (billing: BillingDraft) => void;
}

/** Billing address and company, if they differ from the delivery address. */
export function BillingFields({ billing, saved, country, problems, onChange }: Props) {
  const business = businessOf(billing, saved);
  const change = (part: Partial<BillingDraft>) => onChange({ ...billing, ...part });
  return (
    <div className={styles["options"]}>
      <Checkbox
        label={t("checkout.billingDiffers")}
        checked={billing.differs}
        onChange={(differs) => change({ differs })}
      />
      {billing.differs && (
        <fieldset className={styles["nested"]}>
          <legend className="visually-hidden">{t("business.billing")}</legend>
          <AddressFields
            kind="billing"
            draft={billing.address}
            problems={problems}
            phone={false}
            onChange={(address) => change({ address })}
          />
        </fieldset>
      )}
      <Checkbox
        label={t("checkout.business")}
        checked={business.isBusiness}
        onChange={(isBusiness) => change({ isBusiness })}
      >
        {t("checkout.businessText")}
      </Checkbox>
      {business.isBusiness && (
        <div className={styles["nested"]}>
          <BusinessFields
            company={business.company}
            taxId={business.taxId}
            country={country}
            problems={problems}
            onChange={change}
          />
        </div>
      )}
    </div>
  );
}
