import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import type { PreviewMessage } from "@/preview/messages";
import type { Versioned } from "../../api/client";
import { formError } from "../../api/errors";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ConflictDialog } from "../../ui/ConflictDialog";
import { ErrorNote, ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { Panel, Stack } from "../../ui/Panel";
import { EditorPresence } from "../../ui/Presence";
import { SaveBar } from "../../ui/SaveBar";
import { SkeletonPage } from "../../ui/Skeletons";
import { Status } from "../../ui/Status";
import { StorefrontPreview } from "../../ui/preview/StorefrontPreview";
import { COLOUR_NAMES, ColourFields } from "./ColourFields";
import {
  type ColourName,
  type Detail,
  type Overview,
  type Scheme,
  themeQuery,
  themesQuery,
} from "./queries";
import { ShapePanel, TypePanel } from "./ShapePanel";
import styles from "./Themes.module.css";
import { ThemeStatus } from "./ThemeStatus";
import { type ThemeForm, useThemeForm } from "./useThemeForm";
import { VersionsPanel } from "./VersionsPanel";

const LIST = "/settings/themes";
const SCHEMES = [
  { value: "light", label: t("themes.light") },
  { value: "dark", label: t("themes.dark") },
] as const;

/** A theme with the storefront as it would look. */
export default function ThemePage() {
  const id = Number(useParams()["id"]);
  const theme = useQuery(themeQuery(id));
  const overview = useQuery(themesQuery);
  const error = theme.error ?? overview.error;
  if (theme.data && overview.data) {
    return <Editor key={id} loaded={theme.data} overview={overview.data} />;
  }
  return (
    <Page>
      <PageHead title={t("themes.theme")} back={LIST} />
      {error ? <ErrorPanel error={error} onRetry={() => void theme.refetch()} /> : <SkeletonPage />}
    </Page>
  );
}

function Editor({ loaded, overview }: { loaded: Versioned<Detail>; overview: Overview }) {
  const theme = useThemeForm(loaded);
  const [scheme, setScheme] = useState<Scheme>("light");
  const canEdit = useOperator().can("settings.edit");
  const error = formError(theme.save.error) && !theme.conflict ? theme.save.error : null;
  return (
    <Page wide>
      <PageHead
        title={loaded.output.name}
        back={LIST}
        statuses={<ThemeStatus theme={loaded.output} />}
        facts={
          <>
            {t("themes.editorFacts")}
            <EditorPresence
              kind="theme"
              recordKey={String(loaded.output.id)}
              changes={theme.changes}
            />
          </>
        }
        actions={canEdit ? <Publish theme={theme} detail={loaded.output} /> : null}
      />
      <ErrorNote error={error ?? theme.publish.error} isWrite />
      <div className={styles.editor}>
        <Stack>
          <NamePanel theme={theme} canEdit={canEdit} />
          <SegmentedControl
            fullWidth
            aria-label={t("themes.scheme")}
            value={scheme}
            onChange={setScheme}
            data={[...SCHEMES]}
          />
          <ColourFields theme={theme} scheme={scheme} overview={overview} canEdit={canEdit} />
          <TypePanel theme={theme} canEdit={canEdit} />
          <ShapePanel theme={theme} canEdit={canEdit} />
          <VersionsPanel detail={loaded.output} canEdit={canEdit && theme.changes === 0} />
        </Stack>
        <Preview theme={theme} scheme={scheme} />
      </div>
      <SaveBar
        changes={theme.changes}
        saving={theme.save.isPending}
        onSave={() => theme.save.mutate()}
        onDiscard={theme.discard}
      />
      <Conflict theme={theme} />
    </Page>
  );
}

function NamePanel({ theme, canEdit }: { theme: ThemeForm; canEdit: boolean }) {
  return (
    <Panel>
      <TextInput
        label={t("themes.name")}
        maxLength={60}
        disabled={!canEdit}
        error={theme.errors["name"]}
        value={theme.form.name}
        onChange={({ currentTarget }) => theme.setName(currentTarget.value)}
      />
    </Panel>
  );
}

function Publish({ theme, detail }: { theme: ThemeForm; detail: Detail }) {
  const online = useOnline();
  const findings = theme.check.data?.findings.length ?? 0;
  const reason = !online
    ? t("frame.offlineWrites")
    : theme.changes > 0
      ? t("themes.saveFirst")
      : findings > 0
        ? t("themes.mendFirst")
        : detail.isActive && !detail.hasDraft
          ? t("themes.upToDate")
          : undefined;
  return (
    <>
      {findings > 0 ? (
        <Status shape="late" tone="bad" text={t("themes.findings", { count: findings })} />
      ) : null}
      <Button
        variant="filled"
        loading={theme.publish.isPending}
        disabled={reason !== undefined || theme.check.isPlaceholderData}
        title={reason}
        onClick={() => theme.publish.mutate()}
      >
        {t("themes.publish")}
      </Button>
    </>
  );
}

function Preview({ theme, scheme }: { theme: ThemeForm; scheme: Scheme }) {
  const variables = theme.check.data?.variables ?? null;
  const message = useMemo<PreviewMessage>(
    () => ({ type: "stallage.preview.theme", variables, scheme }),
    [variables, scheme],
  );
  return (
    <div className={styles.preview}>
      <StorefrontPreview label={t("themes.preview")} message={message} />
      <p className="tiny quiet">{t("themes.previewHelp")}</p>
    </div>
  );
}

const textOf = (value: unknown) =>
  typeof value === "string" || typeof value === "number"
    ? String(value)
    : t("themes.standardValue");

function labelOf(key: string): string {
  const [scheme = "", name] = key.split(".");
  if (name === undefined)
    return key === "name" ? t("themes.name") : t(OTHERS[key] ?? "themes.type");
  const schemeName = scheme === "dark" ? t("themes.dark") : t("themes.light");
  return `${t(COLOUR_NAMES[name as ColourName])} (${schemeName})`;
}

const OTHERS: Readonly<
  Record<
    string,
    | "themes.family"
    | "themes.headingFamily"
    | "themes.scale"
    | "themes.density"
    | "themes.corner"
    | "themes.button"
  >
> = {
  family: "themes.family",
  headingFamily: "themes.headingFamily",
  scale: "themes.scale",
  density: "themes.density",
  corner: "themes.corner",
  button: "themes.button",
};

function Conflict({ theme: { conflict, resolve, save } }: { theme: ThemeForm }) {
  if (conflict === null) return null;
  return (
    <ConflictDialog
      opened
      onClose={save.reset}
      fields={conflict.keys.map((key) => ({
        name: key,
        label: labelOf(key),
        theirs: textOf(conflict.theirs[key]),
        mine: textOf(conflict.mine[key]),
      }))}
      onResolve={resolve}
    />
  );
}
