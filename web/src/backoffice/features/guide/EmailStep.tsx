import { Button, NumberInput, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { fieldErrors } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Status } from "../../ui/Status";
import styles from "./guide.module.css";
import { Loaded } from "./Loaded";
import { type MailServer, NO_SERVER, serverAddress } from "./mailServer";
import {
  editable,
  type Overview,
  overviewQuery,
  saveSettings,
  settingOf,
  textOf,
  type Values,
} from "./queries";
import { StepForm, type StepProps } from "./StepForm";
import { useSaveStep } from "./useSaveStep";

/** The server that sends the shop's emails. */
export default function EmailStep(props: StepProps) {
  return (
    <Loaded query={useQuery(overviewQuery)}>
      {(overview) => <Form key={overview.version} {...props} overview={overview} />}
    </Loaded>
  );
}

function Form({ overview, ...props }: StepProps & { overview: Overview }) {
  const [server, setServer] = useState(NO_SERVER);
  const [from, setFrom] = useState(textOf(overview, "mail_from"));
  const stored = settingOf(overview, "smtp_url");
  const isTyped = server.host.trim() !== "";
  const values: Values = editable(overview, {
    mail_from: from.trim(),
    ...(isTyped ? { smtp_url: serverAddress(server) } : {}),
  });
  const save = useSaveStep(() => saveSettings(overview, values), props.onDone);
  const errors = fieldErrors(save.error);
  const isMissing = !isTyped && !stored?.isSet;
  return (
    <StepForm
      {...props}
      save={save}
      wait={t("guide.applying")}
      missing={isMissing ? t("guide.emailMissing") : null}
    >
      <p className="quiet">{t(stored?.isSet ? "guide.emailSet" : "guide.emailText")}</p>
      <ServerFields
        server={server}
        error={errors["smtp_url"]}
        disabled={!stored?.isEditable}
        onChange={(change) => setServer((before) => ({ ...before, ...change }))}
      />
      <TextInput
        label={t("guide.sender")}
        description={t("guide.senderHelp")}
        type="email"
        maw={420}
        value={from}
        error={errors["mail_from"]}
        disabled={!settingOf(overview, "mail_from")?.isEditable}
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
      />
      <Trial values={values} />
    </StepForm>
  );
}

interface ServerProps {
  server: MailServer;
  error: string | undefined;
  disabled: boolean;
  onChange: (change: Partial<MailServer>) => void;
}

function ServerFields({ server, error, disabled, onChange }: ServerProps) {
  return (
    <>
      <div className={styles.row}>
        <TextInput
          label={t("guide.mailHost")}
          placeholder={t("guide.mailHostExample")}
          value={server.host}
          error={error}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange({ host: currentTarget.value })}
        />
        <NumberInput
          label={t("guide.mailPort")}
          value={server.port}
          disabled={disabled}
          onChange={(port) => onChange({ port })}
          min={1}
          max={65_535}
          allowDecimal={false}
          thousandSeparator=""
          hideControls
          maw={100}
        />
      </div>
      <div className={styles.row}>
        <TextInput
          label={t("guide.mailUser")}
          autoComplete="off"
          value={server.user}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange({ user: currentTarget.value })}
        />
        <PasswordInput
          label={t("guide.mailPassword")}
          autoComplete="off"
          value={server.password}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange({ password: currentTarget.value })}
        />
      </div>
    </>
  );
}

/** Sends an email to the operator with what is typed, saved or not. */
function Trial({ values }: { values: Values }) {
  const online = useOnline();
  const trial = useMutation({
    mutationFn: () =>
      unwrap(api.POST("/api/admin/v1/settings/email/test", { body: { values, to: "" } })),
  });
  const [problem] = Object.values(fieldErrors(trial.error));
  return (
    <div className={styles.trial}>
      <Button
        loading={trial.isPending}
        disabled={!online}
        title={online ? undefined : t("frame.offlineWrites")}
        onClick={() => trial.mutate()}
      >
        {t("guide.sendTest")}
      </Button>
      <div role="status">
        {trial.data ? (
          <Status
            shape={trial.data.succeeded ? "full" : "late"}
            tone={trial.data.succeeded ? "good" : "bad"}
            text={trial.data.message}
          />
        ) : null}
      </div>
      {problem === undefined ? <ErrorNote error={trial.error} /> : <p className="bad">{problem}</p>}
    </div>
  );
}
