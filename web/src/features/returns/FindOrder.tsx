import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "@/api/client";
import { ApiError, errorMessage, fieldErrors } from "@/api/errors";
import { orderLink } from "@/features/orders/links";
import { CodeField } from "@/features/signin/CodeField";
import { contactBody } from "@/features/signin/contact";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import { hasErrors, validateFields } from "@/ui/Form/field";
import { FIELDS } from "@/ui/Form/fields";
import { focusFirstInvalid } from "@/ui/Form/focusFirstInvalid";
import { useDraft } from "@/ui/Form/useDraft";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import styles from "./Forms.module.css";
import { channelOf, orderContact } from "./orderContact";
import { OrderContactField, OrderNumberField } from "./OrderContactFields";

const EMPTY = { orderId: "", contact: "", otp: "" };

/** Whether the shop does not accept what was typed, rather than being out of reach or faulty. */
function isRejection(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** Sends a code to the order's contact, then looks the order up with it. */
function useFindOrder() {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { draft, change, problems, setProblems } = useDraft(EMPTY);
  const { orderId, contact, otp } = draft;
  const body = () => contactBody(channelOf(contact), contact);
  /** Marks the field that the shop does not accept; an error of the shop itself is no field's. */
  const fail = (field: keyof typeof EMPTY, error: unknown) => {
    if (!isRejection(error)) return;
    setProblems({ [field]: Object.values(fieldErrors(error))[0] ?? errorMessage(error) });
    focusFirstInvalid(form.current);
  };
  const send = useMutation({
    mutationFn: () => unwrap(api.POST("/api/orders/lookup", { body: body() })),
    onError: (error) => fail("contact", error),
  });
  const find = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/orders/lookup/validate", {
          body: { ...body(), orderId: orderId.trim(), otp },
        }),
      ),
    onSuccess: (order) => navigate(orderLink(order.orderId, order.key)),
    onError: (error) => fail("otp", error),
  });
  const isSent = send.isSuccess;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (send.isPending || find.isPending) return;
    const fields = { orderId: FIELDS.orderId, contact: orderContact(contact) };
    const found = {
      ...validateFields(fields, { orderId, contact }),
      ...(isSent ? validateFields({ otp: FIELDS.otp }, { otp }) : {}),
    };
    setProblems(found);
    if (hasErrors(found)) focusFirstInvalid(form.current);
    else if (isSent) find.mutate();
    else send.mutate();
  };
  return {
    ...{ form, draft, problems, isSent, submit },
    error: [send.error, find.error].find((one) => one !== null && !isRejection(one)),
    isPending: send.isPending || find.isPending,
    change: (part: Partial<typeof EMPTY>) => {
      change(part);
      // A code belongs to the contact that it was sent to.
      if (part.contact !== undefined) send.reset();
    },
  };
}

/** Lets a guest who lost the link open an order, by its number and a code to its contact. */
export function FindOrder() {
  const { form, draft, change, problems, isSent, error, isPending, submit } = useFindOrder();
  return (
    <div className={styles["page"]}>
      <PageTitle title={t("findOrder.title")} />
      <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
        <p>{t("findOrder.text")}</p>
        <OrderNumberField
          value={draft.orderId}
          onChange={(orderId) => change({ orderId })}
          error={problems.orderId}
        />
        <OrderContactField
          value={draft.contact}
          onChange={(contact) => change({ contact })}
          error={problems.contact}
        />
        {isSent && (
          <CodeField value={draft.otp} onChange={(otp) => change({ otp })} error={problems.otp} />
        )}
        {error && (
          <p role="alert" className={styles["error"]}>
            {errorMessage(error)}
          </p>
        )}
        <div className={styles["buttons"]}>
          <Button type="submit" busy={isPending}>
            {isSent ? t("signin.verify") : t("signin.sendCode")}
          </Button>
        </div>
      </form>
    </div>
  );
}
