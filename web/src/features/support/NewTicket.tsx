import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { fieldErrors, formError } from "@/api/errors";
import type { OrderSummary, Ticket } from "@/api/types";
import { date } from "@/format/date";
import { ordersQuery } from "@/features/orders/queries";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { Button } from "@/ui/Button/Button";
import { hasErrors, validateFields } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { SelectField } from "@/ui/Form/SelectField";
import { TextArea } from "@/ui/Form/TextArea";
import { TextField } from "@/ui/Form/TextField";
import { useRemembered } from "@/ui/Form/useDraft";
import { Icon } from "@/ui/Icon/Icon";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { PictureUpload } from "@/ui/PictureUpload/PictureUpload";
import { picturesError, usePictures } from "@/ui/PictureUpload/usePictures";
import { useOpenTicket } from "./changes";
import styles from "./Tickets.module.css";

interface Props {
  /** The order to ask about, if the link named one. */
  orderId: string | null;
  onOpened: (ticket: Ticket) => void;
}

const TICKET_FIELDS = { subject: FIELDS.ticketSubject, description: FIELDS.ticketDescription };

function useTicketForm({ orderId, onOpened }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const visitor = useAppState(visitorOf);
  const key = `ticket ${visitor} ${orderId ?? ""}`;
  const remembered = useRemembered(key, {
    subject: "",
    description: "",
    orderId: orderId ?? "",
  });
  const { value: draft, change: setDraft } = remembered;
  const pictures = usePictures(key);
  const [isChecked, setIsChecked] = useState(false);
  const open = useOpenTicket();
  const serverErrors = fieldErrors(open.error);
  const problems: Partial<typeof draft> = validateFields(TICKET_FIELDS, {
    subject: draft.subject,
    description: draft.description,
  });
  const isBusy = open.isPending || pictures.sending > 0;
  const sent = (ticket: Ticket) => {
    remembered.forget();
    pictures.clear();
    onOpened(ticket);
  };
  return {
    form,
    pictures,
    isBusy,
    picturesError: picturesError(open.error),
    /** An error that belongs to no field. */
    error: formError(open.error),
    field: (name: keyof typeof draft) => ({
      value: draft[name],
      error: (isChecked ? problems[name] : undefined) ?? serverErrors[name],
      onChange: (value: string) => {
        setDraft({ ...draft, [name]: value });
        if (open.isError) open.reset();
      },
    }),
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      if (isBusy) return;
      setIsChecked(true);
      if (hasErrors(problems)) {
        focusFirstInvalid(form.current);
        return;
      }
      open.mutate(
        {
          subject: draft.subject.trim(),
          description: draft.description.trim(),
          orderId: draft.orderId === "" ? null : draft.orderId,
          images: pictures.ids,
        },
        { onSuccess: sent, onError: () => focusFirstInvalid(form.current) },
      );
    },
  };
}

/** A recent order or none, and the order that the link named even if it is older. */
function orderChoices(recent: readonly OrderSummary[], chosen: string) {
  return [
    { value: "", label: t("support.noOrder") },
    ...(chosen !== "" && !recent.some(({ orderId }) => orderId === chosen)
      ? [{ value: chosen, label: chosen }]
      : []),
    ...recent.map(({ orderId, placedAt }) => ({
      value: orderId,
      label: `${orderId}, ${date(placedAt)}`,
    })),
  ];
}

/** Opens a support ticket. */
export function NewTicket(props: Props) {
  const { form, isBusy, error, field, submit, ...ticket } = useTicketForm(props);
  const visitor = useAppState(visitorOf);
  const { data: orders } = useQuery(ordersQuery(visitor, { page: 1, group: "all", q: "" }));
  const order = field("orderId");
  return (
    <>
      <Link className={styles["back"]} to="/support-ticket">
        <Icon name="left" />
        {t("support.back")}
      </Link>
      <PageTitle title={t("support.new")} />
      <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
        <TextField
          label={t("support.subject")}
          field={TICKET_FIELDS.subject}
          {...field("subject")}
        />
        <SelectField
          label={t("support.order")}
          optional
          {...order}
          choices={orderChoices(orders?.items ?? [], order.value)}
        />
        <TextArea
          label={t("support.description")}
          field={TICKET_FIELDS.description}
          {...field("description")}
        />
        <PictureUpload pictures={ticket.pictures} error={ticket.picturesError} />
        {error !== undefined && (
          <p className={styles["error"]} role="alert">
            {error}
          </p>
        )}
        <Button type="submit" busy={isBusy}>
          {t("support.submit")}
        </Button>
      </form>
    </>
  );
}
