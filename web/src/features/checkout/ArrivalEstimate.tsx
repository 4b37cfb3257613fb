import "@/messages/later/productExtras";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { ApiError, sentenceOf } from "@/api/errors";
import { calendarDay } from "@/format/date";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { usePlace } from "@/state/postalCode";
import { Button } from "@/ui/Button/Button";
import { problemIn, tooLong } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { Icon } from "@/ui/Icon/Icon";
import styles from "./ArrivalEstimate.module.css";
import { arrivalQuery, isOutOfReach, proposedWay, useArrival } from "./arrival";

interface Props {
  skuId: number;
  quantity: number;
}

/** The day by which pieces of a SKU arrive at the visitor's postal code, which can be changed. */
export function ArrivalEstimate({ skuId, quantity }: Props) {
  const { place, change } = usePlace();
  const { data: quote, error, isFetching } = useArrival({ skuId, quantity }, place);
  const [editing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // Whoever closed the form by keyboard goes on where they opened it.
    if (wasEditing.current && !editing) opener.current?.focus({ preventScroll: true });
    wasEditing.current = editing;
  }, [editing]);

  if (editing) {
    return (
      <PostalCodeForm
        pieces={{ skuId, quantity }}
        start={place?.postalCode ?? ""}
        onDone={(postalCode) => {
          change(postalCode);
          setEditing(false);
        }}
        onCancel={() => setEditing(false)}
      />
    );
  }
  const way = quote && proposedWay(quote);
  // A download or a voucher is not delivered.
  if (quote && !way && !isOutOfReach(quote)) return null;
  return (
    <div className={styles["line"]}>
      <Icon name="truck" />
      {place && (
        <span role="status" aria-busy={isFetching}>
          {error && sentenceOf(error)}
          {!error && !quote && t("arrival.loading")}
          {!error && quote && !way && t("arrival.none", { postalCode: place.postalCode })}
          {!error &&
            way &&
            t("arrival.by", {
              day: calendarDay(way.estimate.latest),
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
  pieces: Props;
  start: string;
  /** Called with a postal code that the shop has taken. */
  onDone: (postalCode: string) => void;
  onCancel: () => void;
}

function PostalCodeForm({ pieces, start, onDone, onCancel }: FormProps) {
  const id = useId();
  const visitor = useAppState(visitorOf);
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(start);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  const check = useMutation({
    mutationFn: async (postalCode: string) => {
      await queryClient.query(arrivalQuery(visitor, pieces, { postalCode, addressId: null }));
      return postalCode;
    },
    onSuccess: onDone,
    onError: () => field.current?.focus({ preventScroll: true }),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (problemIn(FIELDS.postalCode, typed) === undefined) check.mutate(typed.trim());
  };
  const { error } = check;
  const problem =
    tooLong(FIELDS.postalCode, typed) ??
    (error &&
      ((error instanceof ApiError && error.fields["postalCode"]?.[0]) || sentenceOf(error)));
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
        <Button look="plain" type="submit" busy={check.isPending} disabled={typed.trim() === ""}>
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
