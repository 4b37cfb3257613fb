import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrors, formError } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote, ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { Panel, Stack } from "../../ui/Panel";
import { SampleDataPanel } from "../../ui/samples/SampleDataPanel";
import { SkeletonRows } from "../../ui/Skeletons";
import { ArchiveRow } from "./ArchiveRow";
import { ExportPanel } from "./ExportPanel";
import { archivesQuery, isOpen, useRequestArchive } from "./queries";
import styles from "./archives.module.css";

/** The whole shop as one file, which is readable without Stallage. */
export default function DataPage() {
  const query = useQuery(archivesQuery);
  const online = useOnline();
  const request = useRequestArchive();
  const [passphrase, setPassphrase] = useState("");
  const items = query.data?.items ?? [];
  return (
    <Page>
      <PageHead
        title={t("archives.title")}
        facts={t("archives.facts")}
        actions={
          <Button
            variant="filled"
            loading={request.isPending}
            disabled={!online || !query.data || items.some(isOpen)}
            onClick={() => request.mutate(passphrase, { onSuccess: () => setPassphrase("") })}
          >
            {t("archives.request")}
          </Button>
        }
      />
      {formError(request.error) === null ? null : <ErrorNote error={request.error} isWrite />}
      <Stack>
        <ExportPanel
          passphrase={passphrase}
          error={fieldErrors(request.error)["passphrase"]}
          onChange={setPassphrase}
        />
        {query.error && !query.data ? (
          <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Panel flush title={t("archives.list")}>
            {query.isPending ? (
              <SkeletonRows rows={2} />
            ) : items.length === 0 ? (
              <p className={styles.empty}>{t("archives.empty")}</p>
            ) : (
              <ul className={styles.rows} aria-label={t("archives.list")}>
                {items.map((archive) => (
                  <ArchiveRow key={archive.id} archive={archive} />
                ))}
              </ul>
            )}
          </Panel>
        )}
        <SampleDataPanel />
      </Stack>
    </Page>
  );
}
