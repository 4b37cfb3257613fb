import { SegmentedControl, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
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
import { type Announcement, type AnnouncementDetails, announcementQuery } from "../queries";
import { ScheduleFields } from "../ScheduleFields";
import { type Names, TargetField } from "../TargetField";
import { useLayout } from "../useLayout";

const LABELS = {
  text: "layout.barText",
  link: "layout.barLink",
  colours: "layout.colours",
  dismissible: "layout.dismissible",
  startsAt: "layout.startsAt",
  endsAt: "layout.endsAt",
} as const;

/** The bar above the header. */
export default function AnnouncementPage() {
  const query = useQuery(announcementQuery);
  if (query.data) return <Loaded details={query.data} />;
  return (
    <Page>
      <PageHead title={t("layout.announcement")} />
      {query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonPage panels={1} />
      )}
    </Page>
  );
}

const put = (body: Announcement, etag: string) =>
  unwrap(
    api.PUT("/api/admin/v1/layouts/announcement", {
      params: { header: { "If-Match": etag } },
      body,
    }),
  );

const shown = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function Loaded({ details }: { details: AnnouncementDetails }) {
  const canEdit = useOperator().can("content.edit");
  const editing = useLayout({
    name: "announcement",
    details,
    put,
    pick: ({ announcement }) => announcement,
    label: (field) => t(LABELS[field]),
    text: (layout, field) => shown(layout[field] ?? ""),
  });
  const { draft, setDraft } = editing;
  return (
    <EditorFrame
      layout="announcement"
      title={t("layout.announcement")}
      facts={t("layout.announcementIntro")}
      editing={editing}
      draft={{ announcement: draft }}
      actions={
        canEdit ? (
          <HistoryMenu
            layout="announcement"
            resetLabel={t("layout.resetBar")}
            onRestore={(versionId) => editing.restore.mutate(versionId)}
            onReset={draft.text ? () => setDraft({ ...draft, text: "" }) : null}
          />
        ) : null
      }
    >
      <Panel title={t("layout.announcement")}>
        <Fields
          value={draft}
          names={{ targets: editing.targets, learn: editing.learn }}
          disabled={!canEdit}
          onChange={(changed) => setDraft({ ...draft, ...changed })}
        />
      </Panel>
    </EditorFrame>
  );
}

interface FieldsProps {
  value: Announcement;
  names: Names;
  disabled: boolean;
  onChange: (changed: Partial<Announcement>) => void;
}

function Fields({ value, names, disabled, onChange }: FieldsProps) {
  return (
    <div className={styles.form}>
      <TextInput
        label={t("layout.barText")}
        description={t("layout.barTextHelp")}
        maxLength={160}
        value={value.text}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
      <Switch
        label={t("layout.barLink")}
        checked={Boolean(value.link)}
        disabled={disabled}
        onChange={({ currentTarget }) =>
          onChange({ link: currentTarget.checked ? { kind: "search", text: "" } : null })
        }
      />
      {value.link ? (
        <TargetField
          value={value.link}
          names={names}
          disabled={disabled}
          onChange={(link) => onChange({ link })}
        />
      ) : null}
      <SegmentedControl
        aria-label={t("layout.colours")}
        disabled={disabled}
        value={value.colours ?? "accent"}
        onChange={(colours) => onChange({ colours: colours })}
        data={[
          { value: "accent", label: t("layout.accent") },
          { value: "ink", label: t("layout.ink") },
          { value: "tint", label: t("layout.tint") },
          { value: "sale", label: t("layout.saleColour") },
        ]}
      />
      <Switch
        label={t("layout.dismissible")}
        description={t("layout.dismissibleHelp")}
        checked={value.dismissible ?? true}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ dismissible: currentTarget.checked })}
      />
      <ScheduleFields value={value} onChange={onChange} disabled={disabled} />
    </div>
  );
}
