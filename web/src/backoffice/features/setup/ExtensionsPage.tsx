import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../messages/t";
import { ChangeHistory } from "../../ui/ChangeHistory";
import { Empty } from "../../ui/Empty";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { Facts, Panel, Stack } from "../../ui/Panel";
import { SkeletonPage } from "../../ui/Skeletons";
import { Status } from "../../ui/Status";
import { ExtensionSettings } from "./ExtensionSettings";
import { type Extension, type ExtensionOverview, extensionsQuery } from "./extensionQueries";
import styles from "./Settings.module.css";

/** Installed plug-ins: what they add, what their checks find, and their settings. */
export default function ExtensionsPage() {
  const query = useQuery(extensionsQuery);
  const version = query.data?.stallageVersion ?? "";
  return (
    <Page>
      <PageHead title={t("extensions.title")} facts={t("extensions.facts", { version })} />
      <p className={styles.docs}>{t("extensions.docs")}</p>
      {query.data ? (
        <Extensions overview={query.data} />
      ) : query.isError ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonPage />
      )}
    </Page>
  );
}

function Extensions({ overview }: { overview: ExtensionOverview }) {
  const { extensions, leftovers } = overview;
  return (
    <Stack>
      {overview.version === overview.appliedVersion ? null : (
        <Alert className={styles.applying}>{t("setup.applying")}</Alert>
      )}
      {extensions.length === 0 ? <Empty text={t("extensions.empty")} /> : null}
      {extensions.map((extension) => (
        <Stack key={extension.name}>
          <ExtensionPanel extension={extension} />
          {extension.settings.length > 0 ? (
            <ExtensionSettings extension={extension} overview={overview} />
          ) : null}
        </Stack>
      ))}
      {extensions.some(({ settings }) => settings.length > 0) ? (
        <ChangeHistory area="extensions" label={(key) => labelOf(extensions, key)} />
      ) : null}
      {leftovers.length > 0 ? (
        <Panel title={t("extensions.leftovers")}>
          {leftovers.map((name) => (
            <p key={name}>{t("extensions.leftoversHelp", { name })}</p>
          ))}
        </Panel>
      ) : null}
    </Stack>
  );
}

/** `stamp_card.size` → "stamp_card: Size". */
function labelOf(extensions: readonly Extension[], key: string): string {
  const [name = "", field] = key.split(".");
  const settings = extensions.find((one) => one.name === name)?.settings ?? [];
  const label = settings.find((one) => one.name === field)?.label;
  return label ? `${name}: ${label}` : key;
}

function ExtensionPanel({ extension }: { extension: Extension }) {
  const { name, version, summary, requires, tables, routes, jobs, screens } = extension;
  const list = (values: readonly string[]) =>
    values.length === 0 ? (
      <span className="quiet">{t("extensions.none")}</span>
    ) : (
      <span className={styles.names}>
        {values.map((value) => (
          <code key={value}>{value}</code>
        ))}
      </span>
    );
  return (
    <Panel
      title={`${extension.distribution || name} ${version}`}
      actions={<State {...extension} />}
    >
      {summary ? <p>{summary}</p> : null}
      <Facts
        facts={[
          { label: t("extensions.requires"), value: requires || t("extensions.anyVersion") },
          { label: t("extensions.screens"), value: list(screens.map(({ title }) => title)) },
          { label: t("extensions.tables"), value: list(tables) },
          { label: t("extensions.jobs"), value: list(jobs) },
          {
            label: t("extensions.routes"),
            value: list(routes.map(({ method, path }) => `${method} ${path}`)),
          },
        ]}
      />
      <Findings {...extension} />
    </Panel>
  );
}

function State({ isActive, findings }: Extension) {
  const problems = findings.filter(({ state }) => state === "wrong").length;
  if (problems > 0) {
    return (
      <Status shape="late" tone="bad" text={t("extensions.problems", { count: problems })} pill />
    );
  }
  return isActive ? (
    <Status shape="full" tone="good" text={t("extensions.active")} />
  ) : (
    <Status shape="stopped" tone="quiet" text={t("extensions.disabled")} />
  );
}

const SHAPES = { ok: ["full", "good"], note: ["ring", "info"], wrong: ["late", "bad"] } as const;

function Findings({ findings }: Extension) {
  if (findings.length === 0) return null;
  return (
    <ul className={styles.findings} aria-label={t("extensions.findings")}>
      {findings.map(({ state, text }) => {
        const [shape, tone] = SHAPES[state];
        return (
          <li key={text}>
            <Status shape={shape} tone={tone} text={text} />
          </li>
        );
      })}
    </ul>
  );
}
