import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { t, tEnum } from "../../messages/t";
import type { Changes } from "./queries";
import styles from "./Settings.module.css";
import { TrialFrame } from "./TrialFrame";
import { TrialSteps } from "./TrialSteps";

/** Fetches a picture and a page through the CDN with the settings as they are on the page. */
export function CdnTrialPanel({ changes }: { changes: Changes }) {
  const trial = useMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/admin/v1/settings/cdn/test", { body: { values: changes, to: "" } })),
  });
  return (
    <TrialFrame
      title={t("setup.tryCdnTitle")}
      help={t("setup.tryCdnHelp")}
      label={t("setup.tryCdn")}
      trial={trial}
      outcome={({ steps }) =>
        [...new Set(steps.map(({ endpoint }) => endpoint))].map((endpoint) => (
          <div key={endpoint} className={styles.endpoint}>
            {endpoint === "" ? null : <p className="strong">{endpoint}</p>}
            <TrialSteps
              steps={steps
                .filter((step) => step.endpoint === endpoint)
                .map((step) => ({ ...step, title: tEnum("setup.cdnStep", step.name) }))}
            />
          </div>
        ))
      }
    />
  );
}
