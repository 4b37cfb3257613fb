import "@/messages/later/business";
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { ApiError, sentenceOf } from "@/api/errors";
import type { Address } from "@/api/types";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { Button } from "@/ui/Button/Button";
import { Checkbox } from "@/ui/Form/Checkbox";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { TextField } from "@/ui/Form/TextField";
import { Sheet } from "@/ui/Sheet/Sheet";
import {
  addressInput,
  addressProblems,
  type AddressProblems,
  draftOf,
  EMPTY_ADDRESS,
} from "./addressDraft";
import { AddressFields } from "./AddressFields";
import styles from "./AddressForm.module.css";
import { BusinessFields } from "./BusinessFields";
import { useSaveAddress } from "./changes";
import { countriesQuery } from "./queries";

interface Props {
  /** The address to change; null for a new one. */
  address: Address | null;
  onClose: () => void;
  onSaved: () => void;
}

/** A new address, or one that is changed. */
export function AddressForm({ address, onClose, onSaved }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { data: countries = [] } = useQuery(countriesQuery);
  const home = useAppState((state) => state.availibilityData?.country ?? "");
  const names = useAppState((state) => state.userDetails?.details);
  const [draft, setDraft] = useState(() =>
    address
      ? draftOf(address)
      : {
          ...EMPTY_ADDRESS,
          firstName: names?.firstName ?? "",
          lastName: names?.lastName ?? "",
          country: home,
        },
  );
  const [isBusiness, setIsBusiness] = useState(draft.company !== "" || draft.taxId !== "");
  const [primary, setPrimary] = useState(address?.isPrimary ?? false);
  const [problems, setProblems] = useState<AddressProblems>({});
  const save = useSaveAddress();
  const country = countries.find(({ code }) => code === draft.country);
  const fieldsOf = (error: unknown): AddressProblems =>
    error instanceof ApiError
      ? Object.fromEntries(
          Object.entries(error.fields).map(([field, [message]]) => [field, message ?? ""]),
        )
      : {};

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = addressProblems(draft, country);
    setProblems(found);
    if (Object.keys(found).length > 0) {
      focusFirstProblem(form.current);
      return;
    }
    save.mutate(
      { id: address?.id ?? null, body: { ...addressInput(draft, country), isPrimary: primary } },
      {
        onSuccess: onSaved,
        onError: (error) => {
          setProblems(fieldsOf(error));
          focusFirstProblem(form.current);
        },
      },
    );
  };
  return (
    <Sheet title={t(address ? "address.edit" : "address.new")} onClose={onClose}>
      <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
        <AddressFields draft={draft} problems={problems} onChange={setDraft} />
        <Checkbox
          label={t("business.address")}
          checked={isBusiness}
          onChange={(checked) => {
            setIsBusiness(checked);
            if (!checked) setDraft({ ...draft, company: "", taxId: "" });
          }}
        />
        {isBusiness && (
          <BusinessFields
            company={draft.company}
            taxId={draft.taxId}
            country={country}
            problems={problems}
            onChange={(change) => setDraft({ ...draft, ...change })}
          />
        )}
        <TextField
          label={t("address.name")}
          field={FIELDS.addressName}
          optional
          hint={t("address.nameHint")}
          value={draft.name}
          error={problems.name}
          onChange={(name) => setDraft({ ...draft, name })}
        />
        {address?.isPrimary !== true && (
          <Checkbox label={t("address.makePrimary")} checked={primary} onChange={setPrimary} />
        )}
        {save.error && (
          <p className={styles["error"]} role="alert">
            {sentenceOf(save.error)}
          </p>
        )}
        <Button type="submit" wide busy={save.isPending}>
          {t("address.save")}
        </Button>
      </form>
    </Sheet>
  );
}
