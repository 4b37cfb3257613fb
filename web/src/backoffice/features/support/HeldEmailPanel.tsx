import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Icon } from "../../ui/Icon";
import { toast } from "../../ui/toasts";
import { When } from "../../ui/When";
import type { HeldEmail } from "./inboxQuery";
import styles from "./support.module.css";

/** An email that waits for a decision, because nobody knows whether the customer sent it. */
export function HeldEmailPanel({ email }: { email: HeldEmail }) {
  const isOnline = useOnline();
  const canDecide = useOperator().can("support.reply");
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: async (act: "accept" | "refuse") => {
      const params = { path: { emailId: email.id } };
      if (act === "accept") {
        await unwrap(api.POST("/api/admin/v1/support/held-emails/{emailId}/accept", { params }));
      } else {
        await unwrap(api.POST("/api/admin/v1/support/held-emails/{emailId}/refuse", { params }));
      }
    },
    onSuccess: async (_done, act) => {
      toast(t(act === "accept" ? "support.accepted" : "support.refused"));
      await client.invalidateQueries({ queryKey: ["inbox"] });
    },
  });
  const sender = email.sender || t("support.heldUnknown");
  return (
    <section className={styles.held} aria-label={t("support.heldTitle")}>
      <p className="strong">
        <Icon name="warn" small />{" "}
        {email.reason === "other_sender"
          ? t("support.heldOther", { sender })
          : t("support.heldNoTicket", { sender })}{" "}
        <When at={email.receivedAt} />
      </p>
      {email.subject === "" ? null : <p className="quiet small">{email.subject}</p>}
      <p className={styles.text}>{email.text}</p>
      <ErrorNote error={decide.error} isWrite />
      {canDecide ? (
        <div className={styles.buttons}>
          <Button disabled={decide.isPending || !isOnline} onClick={() => decide.mutate("accept")}>
            {t(email.ticketId === null ? "support.acceptNew" : "support.accept")}
          </Button>
          <Button
            variant="subtle"
            disabled={decide.isPending || !isOnline}
            onClick={() => decide.mutate("refuse")}
          >
            {t("support.refuseEmail")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
