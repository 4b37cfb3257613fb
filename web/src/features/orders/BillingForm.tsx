import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useRef } from "react";
import { errorMessage, fieldErrors } from "@/api/errors";
import type { OrderDetails } from "@/api/types";
import {
  type AddressDraft,
  addressInput,
  addressProblems,
  EMPTY_ADDRESS,
  toAddressDraft,
} from "@/features/customers/addressDraft";
import { AddressFields } from "@/features/customers/AddressFields";
import { BusinessFields } from "@/features/customers/BusinessFields";
import { countriesQuery } from "@/features/customers/queries";
import { t } from "@/messages/t";
import { showToast } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { hasErrors } from "@/ui/Form/field";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { useDraft } from "@/ui/Form/useDraft";
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
  const { draft, change, problems, setProblems } = useDraft(() => {
    const billingAddress = order.billingAddress ?? order.address;
    return billingAddress === null ? EMPTY_ADDRESS : toAddressDraft(billingAddress);
  });
  const save = useChangeBilling({ orderId: order.orderId, key: orderKey });
  const country = countries.find(({ code }) => code === draft.country);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = addressProblems(draft, country);
    setProblems(found);
    if (hasErrors(found)) {
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
  return {
    ...{ form, draft, problems, country, save, submit },
    change: (part: Partial<AddressDraft>) => {
      change(part);
      if (save.isError) save.reset();
    },
  };
}

/** Changes the billing address, as long as no invoice has been issued. */
export function BillingForm(props: Props) {
  const { form, draft, change, problems, country, save, submit } = useBillingForm(props);
  return (
    <Sheet title={t("order.billingChange")} onClose={props.onClose}>
      <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
        <p>{t("order.billingText")}</p>
        <AddressFields
          kind="billing"
          draft={draft}
          problems={problems}
          phone={false}
          onChange={change}
        />
        <BusinessFields
          company={draft.company}
          taxId={draft.taxId}
          country={country}
          problems={problems}
          companyOptional
          onChange={change}
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
