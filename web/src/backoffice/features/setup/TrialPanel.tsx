import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { Status } from "../../ui/Status";
import type { Changes, Trial } from "./queries";
import styles from "./Settings.module.css";
import { TrialFrame } from "./TrialFrame";

const TRIALS = {
  email: {
    button: "setup.tryEmail",
    run: (values: Changes) =>
      unwrap(api.POST("/api/admin/v1/settings/email/test", { body: { values, to: "" } })),
  },
  sms: {
    button: "setup.trySms",
    run: (values: Changes, to: string) =>
      unwrap(api.POST("/api/admin/v1/settings/sms/test", { body: { values, to } })),
  },
  storage: {
    button: "setup.tryStorage",
    run: (values: Changes) =>
      unwrap(api.POST("/api/admin/v1/settings/storage/test", { body: { values, to: "" } })),
  },
} as const;

type Kind = keyof typeof TRIALS;

export function hasTrial(section: string): section is Kind {
  return section in TRIALS;
}

/** Tries the settings as they are on the page, saved or not. */
export function TrialPanel({ kind, changes }: { kind: Kind; changes: Changes }) {
  const [to, setTo] = useState("");
  const { button, run } = TRIALS[kind];
  const trial = useMutation({ mutationFn: () => run(changes, to.trim()) });
  return (
    <TrialFrame
      help={t("setup.tryHelp")}
      label={t(button)}
      trial={trial}
      outcome={(found) => <Outcome trial={found} />}
    >
      {kind === "sms" ? (
        <TextInput
          className={styles.short}
          label={t("setup.tryNumber")}
          type="tel"
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
      ) : null}
    </TrialFrame>
  );
}

function Outcome({ trial }: { trial: Trial }) {
  return (
    <Status
      shape={trial.succeeded ? "full" : "late"}
      tone={trial.succeeded ? "good" : "bad"}
      text={trial.message}
    />
  );
}
