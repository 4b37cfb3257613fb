import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { messageAt, errorMessage } from "@/api/errors";
import { calendarDay } from "@/format/date";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { useDeliveryPlace } from "@/state/postalCode";
import { Button } from "@/ui/Button/Button";
import { validateField, tooLong } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { Icon } from "@/ui/Icon/Icon";
import styles from "./ArrivalEstimate.module.css";
import {
  deliveryQuoteQuery,
  isDeliveryUnavailable,
  defaultShippingMethod,
  useDeliveryQuote,
} from "./deliveryQuote";

interface Props {
  skuId: number;
  quantity: number;
}

/** The day by which units of a SKU arrive at the visitor's postal code, and a form to change it. */
export function ArrivalEstimate({ skuId, quantity }: Props) {
  const { place, change } = useDeliveryPlace();
  const { data: quote, error, isFetching } = useDeliveryQuote({ skuId, quantity }, place);
  const [editing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // Keyboard users continue at the button that opened the form.
    if (wasEditing.current && !editing) opener.current?.focus({ preventScroll: true });
    wasEditing.current = editing;
  }, [editing]);

  if (editing) {
    return (
      <PostalCodeForm
        units={{ skuId, quantity }}
        start={place?.postalCode ?? ""}
        onDone={(postalCode) => {
          change(postalCode);
          setEditing(false);
        }}
        onCancel={() => setEditing(false)}
      />
    );
  }
  const method = quote && defaultShippingMethod(quote);
  // Downloads and vouchers are not delivered.
  if (quote && !method && !isDeliveryUnavailable(quote)) return null;
  return (
    <div className={styles["line"]}>
      <Icon name="truck" />
      {place && (
        <span role="status" aria-busy={isFetching}>
          {error && errorMessage(error)}
          {!error && !quote && t("arrival.loading")}
          {!error && quote && !method && t("arrival.none", { postalCode: place.postalCode })}
          {!error &&
            method &&
            t("arrival.by", {
              day: calendarDay(method.estimate.latest),
              postalCode: place.postalCode,
            })}
        </span>
      )}
      <button
        ref={opener}
        type="button"
        className={styles["change"]}
        aria-label={place ? t("arrival.changeLabel") : undefined}
        onClick={() => setEditing(true)}
      >
        {t(place ? "arrival.change" : "arrival.ask")}
      </button>
    </div>
  );
}

interface FormProps {
  units: Props;
  start: string;
  /** Called with a postal code that the server accepted. */
  onDone: (postalCode: string) => void;
  onCancel: () => void;
}

/** Asks the server whether it delivers to a postal code; the field has the focus again on an error. */
function usePostalCodeCheck(units: Props, onDone: (postalCode: string) => void) {
  const visitor = useAppState(visitorOf);
  const queryClient = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  const check = useMutation({
    mutationFn: async (postalCode: string) => {
      await queryClient.query(deliveryQuoteQuery(visitor, units, { postalCode, addressId: null }));
      return postalCode;
    },
    onSuccess: onDone,
    onError: () => field.current?.focus({ preventScroll: true }),
  });
  return { field, check };
}

function PostalCodeForm({ units, start, onDone, onCancel }: FormProps) {
  const id = useId();
  const [typed, setTyped] = useState(start);
  const { field, check } = usePostalCodeCheck(units, onDone);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (validateField(FIELDS.postalCode, typed) === undefined) check.mutate(typed.trim());
  };
  const { error } = check;
  const problem = tooLong(FIELDS.postalCode, typed) ?? (error && messageAt("postalCode", error));
  return (
    <form className={styles["form"]} onSubmit={submit}>
      <label htmlFor={id}>{t("arrival.deliverTo")}</label>
      <div className={styles["row"]}>
        <input
          ref={field}
          id={id}
          className={styles["input"]}
          autoComplete="postal-code"
          placeholder={t("arrival.postalCode")}
          value={typed}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            check.reset();
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape") onCancel();
          }}
        />
        <Button
          variant="secondary"
          type="submit"
          busy={check.isPending}
          disabled={typed.trim() === ""}
        >
          {t("arrival.check")}
        </Button>
      </div>
      {problem && (
        <p id={`${id}-problem`} className={styles["problem"]} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
