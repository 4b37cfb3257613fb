import { Button, PasswordInput } from "@mantine/core";
import { type SubmitEvent, useState } from "react";
import { useNavigate } from "react-router";
import { number } from "@/format/number";
import { fieldErrors, formError } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { type Fact, Facts, Panel, Stack } from "../../ui/Panel";
import { WhatWillHappen } from "../../ui/WhatWillHappen";
import { When } from "../../ui/When";
import styles from "./archives.module.css";
import { type Contents, type Upload, useStartImport } from "./importQueries";
import { DiscardButton } from "./UploadPanel";

/** What the archive contains, and the button that imports it. */
export function CheckedPanel({ upload }: { upload: Upload }) {
  if (upload.contents === null) return null;
  return (
    <Stack>
      {upload.state === "failed" ? (
        <Panel title={t("archives.failedBefore")}>
          <p className="bad">{upload.failure}</p>
        </Panel>
      ) : null}
      <Panel title={t("archives.checked")}>
        <Facts facts={factsOf(upload.contents)} />
        <ImportForm contents={upload.contents} />
      </Panel>
    </Stack>
  );
}

function factsOf(contents: Contents): Fact[] {
  const { shopName, program } = contents;
  return [
    ...(shopName ? [{ label: t("archives.shop"), value: shopName, strong: true }] : []),
    { label: t("archives.exported"), value: <When at={contents.exportedAt} as="full" /> },
    {
      label: t("archives.release"),
      value: contents.isEarlierSchema ? t("archives.upgraded", { release: program }) : program,
    },
    { label: t("archives.products"), value: number(contents.products) },
    { label: t("archives.customers"), value: number(contents.customers) },
    { label: t("archives.orders"), value: number(contents.orders) },
    { label: t("archives.operators"), value: number(contents.operators) },
    { label: t("archives.pictures"), value: number(contents.media) },
    { label: t("archives.allRows"), value: number(contents.rows), total: true },
  ];
}

function ImportForm({ contents: { hasSecrets } }: { contents: Contents }) {
  const navigate = useNavigate();
  const online = useOnline();
  const { email } = useOperator();
  const start = useStartImport();
  const [passphrase, setPassphrase] = useState("");
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    start.mutate(passphrase, {
      onSuccess: ({ token }) => void navigate({ pathname: "/archive-import", hash: token }),
    });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {hasSecrets ? (
        <PasswordInput
          label={t("archives.importPassphrase")}
          description={t("archives.importPassphraseHelp")}
          autoComplete="off"
          maw={420}
          value={passphrase}
          error={fieldErrors(start.error)["passphrase"]}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
      ) : (
        <p className={styles.text}>{t("archives.noSecrets")}</p>
      )}
      <WhatWillHappen
        effects={[
          { icon: "gear", text: t("archives.effectReplace") },
          { icon: "key", text: t("archives.effectYou", { email }) },
          { icon: "store", text: t("archives.effectStop") },
          { icon: "mail", text: t("archives.effectHeld") },
        ]}
      />
      {formError(start.error) === null ? null : <ErrorNote error={start.error} isWrite />}
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant="filled"
          loading={start.isPending}
          disabled={!online}
          title={online ? undefined : t("frame.offlineWrites")}
        >
          {t("archives.importNow")}
        </Button>
        <DiscardButton />
      </div>
    </form>
  );
}
