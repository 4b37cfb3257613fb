import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { number } from "@/format/number";
import { t } from "../../messages/t";
import { LoadingHead } from "../../ui/LoadingHead";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DetailColumns, Facts, Panel } from "../../ui/Panel";
import { usePanelAddress } from "../../ui/panelAddress";
import { When } from "../../ui/When";
import { Actions } from "./Actions";
import { CountsPanel } from "./CountsPanel";
import { ImportStatus } from "./ImportStatus";
import { ItemsPanel } from "./ItemsPanel";
import { MappingPanel } from "./MappingPanel";
import { ProgressPanel } from "./ProgressPanel";
import { importQuery, type ImportDetails, isRunning } from "./queries";
import { UndoPanel } from "./UndoPanel";

/** An import: its columns, what it would change, its progress, its result and its undo. */
export default function ImportPage() {
  const id = Number(useParams()["id"]);
  const query = useQuery(importQuery(id));
  return (
    <Page>
      {query.data ? (
        <Loaded key={id} run={query.data} />
      ) : (
        <LoadingHead title={t("imports.title")} back="/imports" query={query} />
      )}
    </Page>
  );
}

function Loaded({ run }: { run: ImportDetails }) {
  const [mapsAgain, setMapsAgain] = useState(false);
  const [panel, setPanel] = usePanelAddress();
  const isMapping =
    run.state === "mapping" || run.state === "failed" || (run.state === "checked" && mapsAgain);
  const undoes = panel === "undo" && run.canUndo;
  return (
    <>
      <PageHead
        title={run.fileName}
        back="/imports"
        statuses={<ImportStatus run={run} pill />}
        facts={run.formatName}
        actions={
          <Actions
            run={run}
            isMapping={isMapping}
            onMapAgain={() => setMapsAgain(true)}
            onUndo={() => setPanel("undo")}
          />
        }
      />
      <DetailColumns
        panelOpen={undoes}
        main={<Main run={run} isMapping={isMapping} onChecked={() => setMapsAgain(false)} />}
        aside={
          <>
            {undoes ? <UndoPanel run={run} onClose={() => setPanel(null)} /> : null}
            {isMapping || run.state === "checking" ? null : <CountsPanel run={run} />}
            <About run={run} />
          </>
        }
      />
    </>
  );
}

interface MainProps {
  run: ImportDetails;
  isMapping: boolean;
  onChecked: () => void;
}

function Main({ run, isMapping, onChecked }: MainProps) {
  if (isMapping) return <MappingPanel run={run} onChecked={onChecked} />;
  return (
    <>
      {isRunning(run) ? <ProgressPanel run={run} /> : null}
      {run.state === "checking" ? null : <ItemsPanel run={run} />}
    </>
  );
}

function About({ run }: { run: ImportDetails }) {
  const facts = [
    { label: t("imports.person"), value: run.createdBy },
    { label: t("imports.time"), value: <When at={run.createdAt} as="full" /> },
    ...(run.state === "mapping" ? [] : [{ label: t("imports.rows"), value: number(run.rows) }]),
    ...(run.encoding === "xml" ? [] : [{ label: t("imports.encoding"), value: run.encoding }]),
    ...(run.importedAt
      ? [{ label: t("imports.importedAt"), value: <When at={run.importedAt} as="full" /> }]
      : []),
    ...(run.undoneAt
      ? [{ label: t("imports.undoneAt"), value: <When at={run.undoneAt} as="full" /> }]
      : []),
    ...(run.canUndo && run.undoUntil
      ? [{ label: t("imports.undoUntil"), value: <When at={run.undoUntil} as="day" /> }]
      : []),
  ];
  return (
    <Panel title={t("imports.file")}>
      <Facts facts={facts} />
    </Panel>
  );
}
