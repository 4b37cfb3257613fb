import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../messages/t";
import { Empty } from "../../ui/Empty";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { SkeletonPage } from "../../ui/Skeletons";
import styles from "./archives.module.css";
import { CheckedPanel } from "./CheckedPanel";
import { type Imports, importQuery, useUpload } from "./importQueries";
import { CheckingPanel, RefusedPanel, UploadingPanel, UploadPanel } from "./UploadPanel";

/** Brings a whole shop in from an archive: upload, check, import. */
export default function ImportPage() {
  const query = useQuery(importQuery);
  return (
    <Page>
      <PageHead
        title={t("archives.importTitle")}
        facts={t("archives.importFacts")}
        back="/settings/data"
      />
      {query.data ? (
        <Step imports={query.data} />
      ) : query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonPage panels={1} />
      )}
    </Page>
  );
}

function Step({ imports }: { imports: Imports }) {
  const { upload } = imports;
  const sending = useUpload(imports.maxBytes);
  if (upload?.state === "starting" || upload?.state === "running") {
    return (
      <Panel title={t("archives.importing")}>
        <p className={styles.text}>{t("archives.importingText")}</p>
      </Panel>
    );
  }
  if (!imports.isShopEmpty) {
    return (
      <Empty
        text={t("archives.notEmpty")}
        action={
          <Button component={Link} to="/settings/data">
            {t("archives.backToData")}
          </Button>
        }
      />
    );
  }
  if (sending.upload.isPending) {
    return (
      <UploadingPanel name={sending.upload.variables.name} partial={upload} onStop={sending.stop} />
    );
  }
  switch (upload?.state) {
    case "checking":
    case "uploaded":
      return <CheckingPanel upload={upload} />;
    case "refused":
      return <RefusedPanel upload={upload} sending={sending} />;
    case "ready":
    case "failed":
      return <CheckedPanel upload={upload} />;
    default:
      return <UploadPanel imports={imports} sending={sending} />;
  }
}
