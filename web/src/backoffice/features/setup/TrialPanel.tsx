import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { Status } from "../../ui/Status";
import type { Changes, Trial } from "./queries";
import styles from "./Settings.module.css";

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
  const operator = useOperator();
  const online = useOnline();
  const [to, setTo] = useState("");
  const { button, run } = TRIALS[kind];
  const trial = useMutation({ mutationFn: () => run(changes, to.trim()) });
  if (!operator.can("settings.edit")) return null;
  return (
    <Panel title={t("setup.try")}>
      <div className={styles.trial}>
        <p className="quiet">{t("setup.tryHelp")}</p>
        {kind === "sms" ? (
          <TextInput
            className={styles.short}
            label={t("setup.tryNumber")}
            type="tel"
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        ) : null}
        <Button
          loading={trial.isPending}
          disabled={!online}
          title={online ? undefined : t("frame.offlineWrites")}
          onClick={() => trial.mutate()}
        >
          {t(button)}
        </Button>
        <div role="status">{trial.data ? <Outcome trial={trial.data} /> : null}</div>
        <ErrorNote error={trial.error} />
        {Object.entries(fieldErrors(trial.error)).map(([name, text]) => (
          <p key={name} className="bad">
            {text}
          </p>
        ))}
      </div>
    </Panel>
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
