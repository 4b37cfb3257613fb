import { Button, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../../../api/client";
import { t } from "../../../../messages/t";
import { useOperator } from "../../../../session/session";
import { ErrorPanel } from "../../../../ui/ErrorPanel";
import { Page } from "../../../../ui/Page";
import { PageHead } from "../../../../ui/PageHead";
import { Panel } from "../../../../ui/Panel";
import { SkeletonPage } from "../../../../ui/Skeletons";
import { EditorFrame } from "../EditorFrame";
import { HistoryMenu } from "../HistoryMenu";
import styles from "../layout.module.css";
import { type Menus, type MenusDetails, menusQuery } from "../queries";
import type { Names } from "../TargetField";
import { useLayout } from "../useLayout";
import { MenuEditor } from "./MenuEditor";
import { type Entry, footerEntries, headerEntries, toFooter, toHeader } from "./entries";

type Place = "header" | "footer";

/** The menus of header and footer. */
export default function MenusPage() {
  const query = useQuery(menusQuery);
  if (query.data) return <Loaded details={query.data} />;
  return (
    <Page>
      <PageHead title={t("layout.menus")} />
      {query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonPage />
      )}
    </Page>
  );
}

const put = (body: Menus, etag: string) =>
  unwrap(
    api.PUT("/api/admin/v1/layouts/menus", { params: { header: { "If-Match": etag } }, body }),
  );

function Loaded({ details }: { details: MenusDetails }) {
  const canEdit = useOperator().can("content.edit");
  const [place, setPlace] = useState<Place>("header");
  const editing = useLayout({
    name: "menus",
    details,
    put,
    pick: ({ menus }) => menus,
    label: (field) => t(field === "header" ? "layout.header" : "layout.footer"),
    text: (layout, field) =>
      layout[field]?.map(({ label }) => label).join(", ") ?? t("layout.automatic"),
  });
  const { draft, setDraft } = editing;
  return (
    <EditorFrame
      layout="menus"
      title={t("layout.menus")}
      facts={t("layout.menusIntro")}
      editing={editing}
      draft={{ menus: draft }}
      actions={
        canEdit ? (
          <HistoryMenu
            layout="menus"
            resetLabel={t("layout.resetMenu")}
            onRestore={(versionId) => editing.restore.mutate(versionId)}
            onReset={draft[place] ? () => setDraft({ ...draft, [place]: null }) : null}
          />
        ) : null
      }
    >
      <SegmentedControl
        aria-label={t("layout.menu")}
        value={place}
        onChange={(value) => setPlace(value)}
        data={[
          { value: "header", label: t("layout.header") },
          { value: "footer", label: t("layout.footer") },
        ]}
      />
      <Body
        key={place}
        place={place}
        menus={draft}
        automatic={details.automatic}
        names={{ targets: editing.targets, learn: editing.learn }}
        disabled={!canEdit}
        onChange={(changed) => setDraft({ ...draft, ...changed })}
      />
    </EditorFrame>
  );
}

interface BodyProps {
  place: Place;
  menus: Menus;
  automatic: Menus;
  names: Names;
  disabled: boolean;
  onChange: (changed: Partial<Menus>) => void;
}

function Body({ place, menus, automatic, names, disabled, onChange }: BodyProps) {
  const isHeader = place === "header";
  const entries = isHeader
    ? menus.header && headerEntries(menus.header)
    : menus.footer && footerEntries(menus.footer);
  if (!entries) {
    const edit = () => onChange({ [place]: automatic[place] });
    return <Automatic place={place} disabled={disabled} onEdit={edit} />;
  }
  const change = (changed: Entry[]) =>
    onChange(isHeader ? { header: toHeader(changed) } : { footer: toFooter(changed) });
  return <MenuEditor {...{ entries, place, names, disabled }} onChange={change} />;
}

interface AutomaticProps {
  place: Place;
  disabled: boolean;
  onEdit: () => void;
}

function Automatic({ place, disabled, onEdit }: AutomaticProps) {
  return (
    <Panel title={t(place === "header" ? "layout.header" : "layout.footer")}>
      <div className={styles.form}>
        <p>{t(place === "header" ? "layout.automaticHeader" : "layout.automaticFooter")}</p>
        {disabled ? null : (
          <Button variant="filled" onClick={onEdit}>
            {t("layout.editMenu")}
          </Button>
        )}
      </div>
    </Panel>
  );
}
