import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { number } from "@/format/number";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { DataTable } from "../../ui/table/DataTable";
import type { View } from "../../ui/table/listState";
import { useList } from "../../ui/table/savedViews";
import type { Column } from "../../ui/table/types";
import { When } from "../../ui/When";
import { ExportButton } from "./ExportButton";
import { ImportStatus, summaryOf } from "./ImportStatus";
import { KINDS } from "./kinds";
import { importsQuery, type ImportRun } from "./queries";
import { UploadButton, useUpload } from "./UploadButton";

const VIEWS: [View, ...View[]] = [{ id: "all", name: t("imports.title"), params: {} }];

const COLUMNS: Column<ImportRun>[] = [
  {
    id: "file",
    header: t("imports.file"),
    cell: (row) => row.fileName,
    truncate: (row) => row.fileName,
    link: true,
  },
  { id: "state", header: t("imports.state"), cell: (row) => <ImportStatus run={row} /> },
  { id: "result", header: t("imports.result"), cell: summaryOf, truncate: summaryOf, priority: 1 },
  { id: "format", header: t("imports.format"), cell: (row) => row.formatName, priority: 2 },
  {
    id: "rows",
    header: t("imports.rows"),
    cell: (row) => (row.state === "mapping" ? "" : number(row.rows)),
    align: "right",
    priority: 2,
  },
  { id: "person", header: t("imports.person"), cell: (row) => row.createdBy, priority: 2 },
  { id: "time", header: t("imports.time"), cell: (row) => <When at={row.createdAt} /> },
];

/** Files that were uploaded, and what became of them. */
export default function ImportsPage() {
  const list = useList("imports", VIEWS);
  const query = useQuery(importsQuery(list.cursor));
  const upload = useUpload();
  const { can } = useOperator();
  const kinds = KINDS.filter(({ permission }) => can(permission));
  const [kind, setKind] = useState(kinds[0]?.id ?? "");
  return (
    <Page wide>
      <PageHead
        title={t("imports.title")}
        facts={t("imports.intro")}
        actions={
          <>
            <ExportButton />
            {kinds.length > 1 ? (
              <Select
                aria-label={t("imports.kind")}
                w={140}
                data={kinds.map(({ id, label }) => ({ value: id, label: t(label) }))}
                value={kind}
                allowDeselect={false}
                onChange={(chosen) => setKind(chosen ?? kind)}
              />
            ) : null}
            {kinds.length > 0 ? <UploadButton upload={upload} kind={kind} /> : null}
          </>
        }
      />
      <ErrorNote error={upload.error} isWrite />
      <DataTable
        label={t("imports.title")}
        list={list}
        query={query}
        columns={COLUMNS}
        rowId={(row) => String(row.id)}
        rowLabel={(row) => row.fileName}
        rowHref={(row) => `/imports/${row.id}`}
        phone={(row) => ({
          title: row.fileName,
          line: summaryOf(row),
          time: <When at={row.createdAt} />,
          statuses: <ImportStatus run={row} />,
        })}
        texts={{ count: (values) => t("imports.count", values), empty: t("imports.empty") }}
      />
    </Page>
  );
}
