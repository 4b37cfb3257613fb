import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { api, ask } from "@/api/client";
import { sentenceOf } from "@/api/errors";
import { orderLink } from "@/features/orders/links";
import { CodeField } from "@/features/signin/CodeField";
import { contactBody } from "@/features/signin/contact";
import "@/messages/later/returns";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { hasProblems, problemsIn } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstProblem } from "@/ui/Form/focusFirstProblem";
import { TextField } from "@/ui/Form/TextField";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import styles from "./Forms.module.css";
import { channelOf, orderContact } from "./orderContact";

/** A guest's way back to an order whose link is lost: its number, and a code to its contact. */
export function FindOrder() {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const [orderId, setOrderId] = useState("");
  const [contact, setContact] = useState("");
  const [otp, setOtp] = useState("");
  const [problems, setProblems] = useState<{ orderId?: string; contact?: string; otp?: string }>(
    {},
  );
  const body = () => contactBody(channelOf(contact), contact);
  const send = useMutation({
    mutationFn: () => ask(api.POST("/api/orders/lookup", { body: body() })),
    onError: (error) => setProblems({ contact: sentenceOf(error) }),
  });
  const find = useMutation({
    mutationFn: () =>
      ask(
        api.POST("/api/orders/lookup/validate", {
          body: { ...body(), orderId: orderId.trim(), otp },
        }),
      ),
    onSuccess: (found) => navigate(orderLink(found.orderId, found.key)),
    onError: (error) => setProblems({ otp: sentenceOf(error) }),
  });
  const sent = send.isSuccess;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (send.isPending || find.isPending) return;
    const fields = { orderId: FIELDS.orderId, contact: orderContact(contact) };
    const found = {
      ...problemsIn(fields, { orderId, contact }),
      ...(sent ? problemsIn({ otp: FIELDS.otp }, { otp }) : {}),
    };
    setProblems(found);
    if (hasProblems(found)) focusFirstProblem(form.current);
    else if (sent) find.mutate();
    else send.mutate();
  };
  return (
    <div className={styles["page"]}>
      <PageTitle title={t("findOrder.title")} />
      <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
        <p>{t("findOrder.text")}</p>
        <TextField
          label={t("withdraw.orderId")}
          hint={t("withdraw.orderHint")}
          name="orderId"
          autoComplete="off"
          autoCapitalize="characters"
          field={FIELDS.orderId}
          value={orderId}
          onChange={setOrderId}
          error={problems.orderId}
        />
        <TextField
          label={t("withdraw.contact")}
          name="contact"
          autoComplete="email"
          value={contact}
          onChange={(text) => {
            setContact(text);
            send.reset();
          }}
          error={problems.contact}
        />
        {sent && <CodeField value={otp} onChange={setOtp} error={problems.otp} />}
        <div className={styles["ways"]}>
          <Button type="submit" busy={send.isPending || find.isPending}>
            {sent ? t("signin.verify") : t("signin.sendCode")}
          </Button>
        </div>
      </form>
    </div>
  );
}
