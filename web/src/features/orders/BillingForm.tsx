import "@/messages/later/orderBilling";
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { ApiError, sentenceOf } from "@/api/errors";
import type { OrderDetails } from "@/api/types";
import {
  addressInput,
  addressProblems,
  type AddressProblems,
  draftOf,
  EMPTY_ADDRESS,
} from "@/features/customers/addressDraft";
import { AddressFields } from "@/features/customers/AddressFields";
import { BusinessFields } from "@/features/customers/BusinessFields";
import { countriesQuery } from "@/features/customers/queries";
import { t } from "@/messages/t";
import { tell } from "@/state/toasts";
import { Button } from "@/ui/Button/Button";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { Sheet } from "@/ui/Sheet/Sheet";
import styles from "./BillingForm.module.css";
import { useChangeBilling } from "./changes";

interface Props {
  order: OrderDetails;
  orderKey: string | null;
  onClose: () => void;
}

/** Changes whom an order is billed to, as long as no invoice names the buyer. */
export function BillingForm({ order, orderKey, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { data: countries = [] } = useQuery(countriesQuery);
  const [draft, setDraft] = useState(() => {
    const billed = order.billingAddress ?? order.address;
    return billed === null ? EMPTY_ADDRESS : draftOf(billed);
  });
  const [problems, setProblems] = useState<AddressProblems>({});
  const save = useChangeBilling();
  const country = countries.find(({ code }) => code === draft.country);

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
      { orderId: order.orderId, key: orderKey, address: addressInput(draft, country) },
      {
        onSuccess: () => {
          tell(t("order.billingSaved"));
          onClose();
        },
        onError: (error) => {
          setProblems(fieldsOf(error));
          focusFirstProblem(form.current);
        },
      },
    );
  };
  return (
    <Sheet title={t("order.billingChange")} onClose={onClose}>
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
            {sentenceOf(save.error)}
          </p>
        )}
        <Button type="submit" wide busy={save.isPending}>
          {t("order.billingSave")}
        </Button>
      </form>
    </Sheet>
  );
}

function fieldsOf(error: unknown): AddressProblems {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([field, [message]]) => [field, message ?? error.message]),
  );
}
