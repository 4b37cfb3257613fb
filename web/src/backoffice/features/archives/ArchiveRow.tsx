import { Button, Progress } from "@mantine/core";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { bytesText } from "../../ui/bytes";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Status } from "../../ui/Status";
import { toast } from "../../ui/toasts";
import { When } from "../../ui/When";
import { type ArchiveExport, isOpen, useDeleteArchive, useDownload } from "./queries";
import styles from "./archives.module.css";

/** An archive: how far it is, or its file until that is deleted. */
export function ArchiveRow({ archive }: { archive: ArchiveExport }) {
  const download = useDownload();
  return (
    <li className={styles.row} aria-busy={isOpen(archive)}>
      <div className={styles.what}>
        <strong>
          <When at={archive.createdAt} />
        </strong>
        <p>
          {t("archives.by", { name: archive.operatorName })} <Details archive={archive} />
        </p>
        {archive.state === "running" && archive.step !== null ? <Steps archive={archive} /> : null}
        {download.error ? <ErrorNote error={download.error} /> : null}
      </div>
      <ArchiveStatus state={archive.state} />
      {archive.state === "finished" ? (
        <FileButtons
          archive={archive}
          downloading={download.isPending}
          onDownload={() => download.mutate(archive.id)}
        />
      ) : null}
    </li>
  );
}

function Details({ archive }: { archive: ArchiveExport }) {
  if (archive.state === "failed") return archive.failure;
  if (archive.state !== "finished" || archive.size === null || archive.expiresAt === null) {
    return null;
  }
  return (
    <>
      · {bytesText(archive.size)}, {t("archives.rows", { count: archive.rows ?? 0 })},{" "}
      {t("archives.media", { count: archive.media ?? 0 })},{" "}
      {archive.hasSecrets ? t("archives.withKey") : t("archives.noKey")} · {t("archives.expires")}{" "}
      <When at={archive.expiresAt} as="full" />
    </>
  );
}

function Steps({ archive: { step, done, total } }: { archive: ArchiveExport }) {
  const text =
    step === "Media"
      ? t("archives.copiedMedia", { count: done })
      : t("archives.writtenTables", { done, total });
  return (
    <>
      <p>{text}</p>
      <Progress
        aria-label={t("archives.progress")}
        value={step === "Media" ? 100 : total === 0 ? 0 : (100 * done) / total}
        animated={step === "Media"}
      />
    </>
  );
}

function ArchiveStatus({ state }: { state: ArchiveExport["state"] }) {
  if (state === "waiting") return <Status shape="ring" tone="info" text={t("archives.waiting")} />;
  if (state === "running") return <Status shape="half" tone="info" text={t("archives.running")} />;
  if (state === "failed") return <Status shape="late" tone="bad" text={t("archives.failed")} />;
  if (state === "deleted") {
    return <Status shape="stopped" tone="quiet" text={t("archives.deleted")} />;
  }
  return <Status shape="full" tone="good" text={t("archives.finished")} />;
}

interface FileButtonsProps {
  archive: ArchiveExport;
  downloading: boolean;
  onDownload: () => void;
}

function FileButtons({ archive, downloading, onDownload }: FileButtonsProps) {
  const online = useOnline();
  const remove = useDeleteArchive();
  return (
    <div className={styles.buttons}>
      <Button loading={downloading} disabled={!online} onClick={onDownload}>
        {t("archives.download")}
      </Button>
      <Button
        variant="subtle"
        loading={remove.isPending}
        disabled={!online}
        onClick={() =>
          remove.mutate(archive.id, { onSuccess: () => toast(t("archives.fileDeleted")) })
        }
      >
        {t("archives.delete")}
      </Button>
      {remove.error ? <ErrorNote error={remove.error} isWrite /> : null}
    </div>
  );
}
