import { useState } from "react";
import type { Address } from "@/api/types";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { Checkbox } from "@/ui/Form/Checkbox";
import { FIELDS } from "@/ui/Form/fields";
import { TextField } from "@/ui/Form/TextField";
import { Sheet } from "@/ui/Sheet/Sheet";
import { AddressFields } from "./AddressFields";
import styles from "./AddressForm.module.css";
import { BusinessFields } from "./BusinessFields";
import { useAddressForm } from "./useAddressForm";

interface Props {
  /** The address to change; null for a new one. */
  address: Address | null;
  onClose: () => void;
  onSaved: () => void;
}

/** A sheet to add or change an address. */
export function AddressForm({ address, onClose, onSaved }: Props) {
  const { form, draft, change, problems, country, busy, error, ...typed } = useAddressForm(
    address,
    onSaved,
  );
  const { isPrimary, setPrimary } = typed;
  const [isBusiness, setIsBusiness] = useState(draft.company !== "" || draft.taxId !== "");
  return (
    <Sheet
      title={t(address ? "address.edit" : "address.new")}
      onClose={() => {
        typed.discard();
        onClose();
      }}
    >
      <form ref={form} className={styles["form"]} onSubmit={typed.submit} noValidate>
        <AddressFields draft={draft} problems={problems} onChange={change} />
        <Checkbox
          label={t("business.address")}
          checked={isBusiness}
          onChange={(checked) => {
            setIsBusiness(checked);
            if (!checked) change({ ...draft, company: "", taxId: "" });
          }}
        />
        {isBusiness && (
          <BusinessFields
            company={draft.company}
            taxId={draft.taxId}
            country={country}
            problems={problems}
            onChange={(billed) => change({ ...draft, ...billed })}
          />
        )}
        <TextField
          label={t("address.name")}
          field={FIELDS.addressName}
          optional
          hint={t("address.nameHint")}
          value={draft.name}
          error={problems.name}
          onChange={(name) => change({ ...draft, name })}
        />
        {address?.isPrimary !== true && (
          <Checkbox label={t("address.makePrimary")} checked={isPrimary} onChange={setPrimary} />
        )}
        {error !== null && (
          <p className={styles["error"]} role="alert">
            {error}
          </p>
        )}
        <Button type="submit" fullWidth busy={busy}>
          {t("address.save")}
        </Button>
      </form>
    </Sheet>
  );
}
