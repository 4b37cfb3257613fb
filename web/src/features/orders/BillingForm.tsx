import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { errorMessage, fieldErrors } from "@/api/errors";
import type { OrderDetails } from "@/api/types";
import {
  addressInput,
  addressProblems,
  type AddressProblems,
  toAddressDraft,
  EMPTY_ADDRESS,
} from "@/features/customers/addressDraft";
import { AddressFields } from "@/features/customers/AddressFields";
import { BusinessFields } from "@/features/customers/BusinessFields";
import { countriesQuery } from "@/features/customers/queries";
import { t } from "@/messages/t";
import { showToast } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { Sheet } from "@/ui/Sheet/Sheet";
import styles from "./BillingForm.module.css";
import { useChangeBilling } from "./changes";

interface Props {
  order: OrderDetails;
  orderKey: string | null;
  onClose: () => void;
}

function useBillingForm({ order, orderKey, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { data: countries = [] } = useQuery(countriesQuery);
  const [draft, setDraft] = useState(() => {
    const billingAddress = order.billingAddress ?? order.address;
    return billingAddress === null ? EMPTY_ADDRESS : toAddressDraft(billingAddress);
  });
  const [problems, setProblems] = useState<AddressProblems>({});
  const save = useChangeBilling({ orderId: order.orderId, key: orderKey });
  const country = countries.find(({ code }) => code === draft.country);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = addressProblems(draft, country);
    setProblems(found);
    if (Object.keys(found).length > 0) {
      focusFirstInvalid(form.current);
      return;
    }
    save.mutate(addressInput(draft, country), {
      onSuccess: () => {
        showToast(t("order.billingSaved"));
        onClose();
      },
      onError: (error) => {
        setProblems(fieldErrors(error));
        focusFirstInvalid(form.current);
      },
    });
  };
  return { form, draft, setDraft, problems, country, save, submit };
}

/** Changes the billing address, as long as no invoice has been issued. */
export function BillingForm(props: Props) {
  const { form, draft, setDraft, problems, country, save, submit } = useBillingForm(props);
  return (
    <Sheet title={t("order.billingChange")} onClose={props.onClose}>
      <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
        <p>{t("order.billingText")}</p>
        <AddressFields
          kind="billing"
          draft={draft}
          problems={problems}
          phone={false}
          onChange={setDraft}
        />
        <BusinessFields
          company={draft.company}
          taxId={draft.taxId}
          country={country}
          problems={problems}
          companyOptional
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
        {save.error && (
          <p className={styles["error"]} role="alert">
            {errorMessage(save.error)}
          </p>
        )}
        <Button type="submit" fullWidth busy={save.isPending}>
          {t("order.billingSave")}
        </Button>
      </form>
    </Sheet>
  );
}
