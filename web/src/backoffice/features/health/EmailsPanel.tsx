import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { ApiError } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { Status } from "../../ui/Status";
import { toast } from "../../ui/toasts";
import { When } from "../../ui/When";
import { ConfirmDialog } from "./ConfirmDialog";
import { PanelBody } from "./PanelBody";
import { emailsQuery, type RefusedEmail, useDeleteEmail, useSendAgain } from "./queries";
import styles from "./health.module.css";

/** Messages that were refused for good, to be sent again to a correct address. */
export function EmailsPanel() {
  const query = useQuery(emailsQuery);
  const remove = useDeleteEmail();
  const [removing, setRemoving] = useState<RefusedEmail | null>(null);

  async function drop(email: RefusedEmail) {
    await remove.mutateAsync(email.id);
    setRemoving(null);
    toast(t("health.deleted"));
  }

  return (
    <Panel flush title={t("health.emails")}>
      <div id="emails" className={styles.anchor} />
      <PanelBody query={query}>
        {(emails) =>
          emails.length === 0 ? (
            <p className={styles.empty}>{t("health.noEmails")}</p>
          ) : (
            <>
              <p className={styles.empty}>{t("health.emailHelp")}</p>
              <ul className={styles.rows}>
                {emails.map((email) => (
                  <EmailRow key={email.id} email={email} onDelete={() => setRemoving(email)} />
                ))}
              </ul>
            </>
          )
        }
      </PanelBody>
      <ConfirmDialog
        opened={removing !== null}
        title={t("health.deleteTitle")}
        text={t("health.deleteText", {
          subject: removing?.subject ?? "",
          address: removing?.address ?? "",
        })}
        button={t("health.deleteEmail")}
        pending={remove.isPending}
        error={remove.error}
        onClose={() => setRemoving(null)}
        onConfirm={() => removing && void drop(removing).catch(() => undefined)}
      />
    </Panel>
  );
}

function EmailRow({ email, onDelete }: { email: RefusedEmail; onDelete: () => void }) {
  const { can } = useOperator();
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <strong>{email.subject}</strong>
        <p>
          {email.reason} · <When at={email.failedAt} />
          {email.orderId ? (
            <>
              {" · "}
              {can("orders.read") ? (
                <Link className="link" to={`/orders/${email.orderId}`}>
                  {email.orderId}
                </Link>
              ) : (
                email.orderId
              )}
            </>
          ) : null}
        </p>
        {email.queuedAt || !can("health.mend") ? <p>{email.address}</p> : null}
      </div>
      {email.queuedAt ? (
        <Status shape="half" tone="info" text={t("health.sending")} />
      ) : can("health.mend") ? (
        <SendForm email={email} onDelete={onDelete} />
      ) : null}
    </li>
  );
}

function SendForm({ email, onDelete }: { email: RefusedEmail; onDelete: () => void }) {
  const online = useOnline();
  const send = useSendAgain();
  const [address, setAddress] = useState(email.address);
  const wrong = send.error instanceof ApiError ? send.error.fields["address"]?.[0] : undefined;

  async function submit() {
    await send.mutateAsync({ id: email.id, address });
    toast(t("health.sent", { address }));
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit().catch(() => undefined);
      }}
    >
      <TextInput
        aria-label={t("health.addressOf", { subject: email.subject })}
        type="email"
        value={address}
        error={wrong}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button
          type="submit"
          loading={send.isPending}
          disabled={!online || address.trim() === ""}
          aria-label={t("health.sendNamed", { subject: email.subject })}
        >
          {t("health.send")}
        </Button>
        <Button
          variant="subtle"
          disabled={!online}
          aria-label={t("health.deleteEmailNamed", { subject: email.subject })}
          onClick={onDelete}
        >
          {t("health.deleteEmail")}
        </Button>
      </div>
      {send.error && !wrong ? <ErrorNote error={send.error} isWrite /> : null}
    </form>
  );
}
