import { Button, FileButton, Progress } from "@mantine/core";
import { useRef } from "react";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { bytesText } from "../../ui/bytes";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import styles from "./archives.module.css";
import { type Imports, type Upload, useCheck, useDiscard, type useUpload } from "./importQueries";

type Sending = ReturnType<typeof useUpload>;

interface Props {
  imports: Imports;
  sending: Sending;
}

/** Chooses a file and uploads it. An upload that was interrupted goes on with the same file. */
export function UploadPanel({ imports, sending: { upload, wasStopped } }: Props) {
  const partial = imports.upload?.state === "uploading" ? imports.upload : null;
  const values = {
    name: partial?.fileName ?? "",
    done: bytesText(partial?.received ?? 0),
    total: bytesText(partial?.size ?? 0),
  };
  return (
    <Panel title={partial ? t("archives.resume", values) : t("archives.choose")}>
      <p className={styles.text}>
        {partial ? t("archives.resumeText") : t("archives.chooseText")}{" "}
        {t("archives.sizeLimit", { size: bytesText(imports.maxBytes) })}
      </p>
      {upload.error && !wasStopped ? <ErrorNote error={upload.error} /> : null}
      <div className={styles.buttons}>
        <ChooseButton onChoose={(file) => upload.mutate(file)} />
        {partial ? <DiscardButton /> : null}
      </div>
    </Panel>
  );
}

interface UploadingProps {
  name: string;
  partial: Upload | null;
  onStop: () => void;
}

/** How much of the file has arrived. */
export function UploadingPanel({ name, partial, onStop }: UploadingProps) {
  const { received, size } = partial ?? { received: 0, size: 0 };
  return (
    <Panel title={t("archives.uploading", { name })}>
      <p className={styles.text}>
        {t("archives.uploaded", { done: bytesText(received), total: bytesText(size) })}
      </p>
      <Progress
        aria-label={t("archives.uploadProgress")}
        value={size === 0 ? 0 : (100 * received) / size}
      />
      <div className={styles.below}>
        <Button onClick={onStop}>{t("archives.stopUpload")}</Button>
      </div>
    </Panel>
  );
}

function ChooseButton({ onChoose }: { onChoose: (file: File) => void }) {
  const online = useOnline();
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      resetRef={reset}
      accept=".tar"
      inputProps={{ "aria-label": t("archives.file") }}
      onChange={(file) => {
        if (file) onChoose(file);
        reset.current?.();
      }}
    >
      {(props) => (
        <Button
          {...props}
          variant="filled"
          disabled={!online}
          title={online ? undefined : t("frame.offlineWrites")}
        >
          {t("archives.choose")}
        </Button>
      )}
    </FileButton>
  );
}

export function DiscardButton() {
  const online = useOnline();
  const discard = useDiscard();
  return (
    <>
      <Button
        variant="subtle"
        loading={discard.isPending}
        disabled={!online}
        onClick={() => discard.mutate()}
      >
        {t("archives.discard")}
      </Button>
      {discard.error ? <ErrorNote error={discard.error} isWrite /> : null}
    </>
  );
}

/** While a job checks the file. A check that never began can be asked for again. */
export function CheckingPanel({ upload }: { upload: Upload }) {
  const check = useCheck();
  const { done, total } = upload;
  const isWaiting = upload.state === "uploaded";
  return (
    <Panel title={t("archives.checking", { name: upload.fileName })}>
      <div aria-busy={!isWaiting}>
        <p className={styles.text}>{t("archives.checkingText")}</p>
        {isWaiting ? null : (
          <Progress
            aria-label={t("archives.checkProgress")}
            value={total === 0 ? 0 : (100 * done) / total}
          />
        )}
      </div>
      {isWaiting ? (
        <div className={styles.buttons}>
          <Button variant="filled" loading={check.isPending} onClick={() => check.mutate()}>
            {t("archives.checkFile")}
          </Button>
          <DiscardButton />
        </div>
      ) : null}
      {check.error ? <ErrorNote error={check.error} /> : null}
    </Panel>
  );
}

/** Says why, and takes another file. */
export function RefusedPanel({ upload, sending }: { upload: Upload; sending: Sending }) {
  return (
    <Panel title={t("archives.refused")}>
      <p className={styles.text}>{upload.fileName}</p>
      <p className="bad">{upload.failure}</p>
      {sending.upload.error ? <ErrorNote error={sending.upload.error} /> : null}
      <div className={styles.buttons}>
        <ChooseButton onChoose={(file) => sending.upload.mutate(file)} />
        <DiscardButton />
      </div>
    </Panel>
  );
}
