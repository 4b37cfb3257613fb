import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { Panel } from "../../ui/Panel";
import type { Changes } from "./queries";
import { PaymentSteps } from "./rehearsals/PaymentSteps";
import styles from "./Settings.module.css";
import { TrialFrame } from "./TrialFrame";

/** Tries a small test payment with the settings as they are on the page, and leads to rehearsals. */
export function PaymentTrialPanel({ changes }: { changes: Changes }) {
  const trial = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/v1/settings/payments/test", { body: { values: changes, to: "" } }),
      ),
  });
  return (
    <>
      <TrialFrame
        help={t("setup.tryPaymentHelp")}
        label={t("setup.tryPayment")}
        trial={trial}
        outcome={(found) => <PaymentSteps trial={found} />}
      />
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
