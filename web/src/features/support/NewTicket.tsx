import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { ApiError, sentenceOf } from "@/api/errors";
import type { Ticket } from "@/api/types";
import { date } from "@/format/date";
import { ordersQuery } from "@/features/orders/queries";
import { t } from "@/messages/t";
import { useAppState, visitorOf } from "@/state/appState";
import { Button } from "@/ui/Button/Button";
import { hasProblems, problemsIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { SelectField } from "@/ui/Form/SelectField";
import { TextArea } from "@/ui/Form/TextArea";
import { TextField } from "@/ui/Form/TextField";
import { Icon } from "@/ui/Icon/Icon";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { PictureUpload } from "@/ui/PictureUpload/PictureUpload";
import { usePictures } from "@/ui/PictureUpload/usePictures";
import { useOpenTicket } from "./changes";
import styles from "./Tickets.module.css";

interface Props {
  /** The order that it is about, where one led here. */
  orderId: string | null;
  onOpened: (ticket: Ticket) => void;
}

const TICKET = { subject: FIELDS.ticketSubject, description: FIELDS.ticketDescription };

/** Asks the shop something. */
export function NewTicket({ orderId, onOpened }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const visitor = useAppState(visitorOf);
  const { data: orders } = useQuery(ordersQuery(visitor, { page: 1, group: "all", q: "" }));
  const [subject, setSubject] = useState("");
  const [description, setDescription] = useState("");
  const [about, setAbout] = useState(orderId ?? "");
  const pictures = usePictures();
  const [checked, setChecked] = useState(false);
  const open = useOpenTicket();
  const fields = open.error instanceof ApiError ? open.error.fields : {};
  const problems = problemsIn(TICKET, { subject, description });
  const shown = checked ? problems : {};
  const recent = orders?.items ?? [];

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (open.isPending || pictures.sending > 0) return;
    setChecked(true);
    if (hasProblems(problems)) {
      focusFirstProblem(form.current);
      return;
    }
    open.mutate(
      {
        subject: subject.trim(),
        description: description.trim(),
        orderId: about === "" ? null : about,
        images: pictures.ids,
      },
      { onSuccess: onOpened, onError: () => focusFirstProblem(form.current) },
    );
  };
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
          field={TICKET.subject}
          value={subject}
          error={shown.subject ?? fields["subject"]?.[0]}
          onChange={setSubject}
        />
        <SelectField
          label={t("support.order")}
          optional
          value={about}
          error={fields["orderId"]?.[0]}
          onChange={setAbout}
          choices={[
            { value: "", label: t("support.noOrder") },
            ...(about !== "" && !recent.some((order) => order.orderId === about)
              ? [{ value: about, label: about }]
              : []),
            ...recent.map((order) => ({
              value: order.orderId,
              label: `${order.orderId}, ${date(order.placedAt)}`,
            })),
          ]}
        />
        <TextArea
          label={t("support.description")}
          field={TICKET.description}
          value={description}
          error={shown.description ?? fields["description"]?.[0]}
          onChange={setDescription}
        />
        <PictureUpload pictures={pictures} />
        {open.error && Object.keys(fields).length === 0 && (
          <p className={styles["error"]} role="alert">
            {sentenceOf(open.error)}
          </p>
        )}
        <Button type="submit" busy={open.isPending || pictures.sending > 0}>
          {t("support.submit")}
        </Button>
      </form>
    </>
  );
}
