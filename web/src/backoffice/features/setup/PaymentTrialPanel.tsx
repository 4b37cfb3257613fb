import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { PaymentSteps } from "./rehearsals/PaymentSteps";
import type { Changes } from "./queries";
import styles from "./Settings.module.css";

/** Tries a small test payment with the settings as they are on the page, and leads to rehearsals. */
export function PaymentTrialPanel({ changes }: { changes: Changes }) {
  const online = useOnline();
  const canEdit = useOperator().can("settings.edit");
  const trial = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/settings/payments/test", { body: { values: changes, to: "" } }),
      ),
  });
  return (
    <>
      {canEdit ? (
        <Panel title={t("setup.try")}>
          <div className={styles.trial}>
            <p className="quiet">{t("setup.tryPaymentHelp")}</p>
            <Button
              loading={trial.isPending}
              disabled={!online}
              title={online ? undefined : t("frame.offlineWrites")}
              onClick={() => trial.mutate()}
            >
              {t("setup.tryPayment")}
            </Button>
            <div role="status">{trial.data ? <PaymentSteps trial={trial.data} /> : null}</div>
            <ErrorNote error={trial.error} />
            {Object.entries(fieldErrors(trial.error)).map(([name, text]) => (
              <p key={name} className="bad">
                {text}
              </p>
            ))}
          </div>
        </Panel>
      ) : null}
      <Panel title={t("rehearsal.title")}>
        <div className={styles.trial}>
          <p className="quiet">{t("rehearsal.help")}</p>
          <Button component={Link} to="/settings/payments/rehearsals">
            {t("rehearsal.open")}
          </Button>
        </div>
      </Panel>
    </>
  );
}
