import { Button, Menu, ActionIcon } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useOperator } from "../../session/session";
import { ErrorNote, ErrorPanel } from "../../ui/ErrorPanel";
import { Icon } from "../../ui/Icon";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { SkeletonPage } from "../../ui/Skeletons";
import { Status } from "../../ui/Status";
import { toast, undoToast } from "../../ui/toasts";
import {
  createTheme,
  deleteTheme,
  type Overview,
  showVersion,
  type Summary,
  themesQuery,
} from "./queries";
import styles from "./Themes.module.css";
import { ThemeStatus } from "./ThemeStatus";

/** The looks that the storefront can have. */
export default function ThemesPage() {
  const query = useQuery(themesQuery);
  const actions = useThemeActions(query.data?.themes ?? []);
  const canEdit = useOperator().can("settings.edit");
  const online = useOnline();
  return (
    <Page>
      <PageHead
        title={t("themes.title")}
        facts={t("themes.facts")}
        actions={
          canEdit ? (
            <Button
              variant="filled"
              disabled={!online || !query.data}
              loading={actions.create.isPending}
              onClick={() => actions.create.mutate(null)}
            >
              {t("themes.new")}
            </Button>
          ) : null
        }
      />
      <ErrorNote error={actions.error} isWrite />
      {query.data ? (
        <List overview={query.data} actions={actions} canEdit={canEdit && online} />
      ) : query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonPage />
      )}
    </Page>
  );
}

/** A name that no theme has: "New theme 2". */
function freeName(base: string, themes: readonly Summary[]): string {
  const taken = new Set(themes.map(({ name }) => name.toLowerCase()));
  const name = (number: number) => (number === 1 ? base : `${base} ${number}`);
  let number = 1;
  while (taken.has(name(number).toLowerCase())) number += 1;
  return name(number);
}

function useThemeActions(themes: readonly Summary[]) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => client.invalidateQueries({ queryKey: themesQuery.queryKey });
  const create = useMutation({
    mutationFn: (copyOf: Summary | null) => {
      const base = copyOf
        ? t("themes.copyOf", { name: copyOf.name }).slice(0, 55)
        : t("themes.newName");
      return createTheme(freeName(base, themes), copyOf?.id ?? null);
    },
    onSuccess: async ({ id }) => {
      await refresh();
      await navigate(`/settings/themes/${id}`);
    },
  });
  const remove = useMutation({
    mutationFn: ({ id }: Summary) => deleteTheme(id),
    onSuccess: () => {
      toast(t("themes.deleted"));
      return refresh();
    },
  });
  const reset = useMutation({
    mutationFn: () => showVersion(null),
    onSuccess: ({ previousVersionId }) => {
      undoToast({
        text: t("themes.standardShown"),
        undo: () => showVersion(previousVersionId).then(refresh),
      });
      return refresh();
    },
  });
  return { create, remove, reset, error: create.error ?? remove.error ?? reset.error };
}

interface ListProps {
  overview: Overview;
  actions: ReturnType<typeof useThemeActions>;
  canEdit: boolean;
}

function List({ overview, actions, canEdit }: ListProps) {
  const isStandard = overview.themes.every(({ isActive }) => !isActive);
  return (
    <Panel flush title={t("themes.title")}>
      <ul className={styles.list}>
        {overview.themes.map((theme) => (
          <li key={theme.id}>
            <Swatches colours={theme.colours} />
            <span className={styles.name}>
              <Link className="link strong" to={`/settings/themes/${theme.id}`}>
                {theme.name}
              </Link>
              <ThemeStatus theme={theme} />
            </span>
            {canEdit ? <ThemeMenu theme={theme} actions={actions} /> : null}
          </li>
        ))}
        <li>
          <Swatches colours={overview.standardColours} />
          <span className={styles.name}>
            <span className="strong">{t("themes.standard")}</span>
            {isStandard ? <Status shape="full" tone="good" text={t("themes.live")} /> : null}
          </span>
          {canEdit && !isStandard ? (
            <Button loading={actions.reset.isPending} onClick={() => actions.reset.mutate()}>
              {t("themes.useStandard")}
            </Button>
          ) : null}
        </li>
      </ul>
    </Panel>
  );
}

const SHOWN = ["page", "ground", "ink", "primary", "sale"];

function Swatches({ colours }: { colours: Summary["colours"] }) {
  return (
    <span className={styles.swatches} aria-hidden>
      {SHOWN.map((name) => (
        <span
          key={name}
          className={styles.swatch}
          style={{ background: colours["light"]?.[name] }}
        />
      ))}
    </span>
  );
}

function ThemeMenu({ theme, actions }: { theme: Summary; actions: ListProps["actions"] }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t("themes.more", { name: theme.name })}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Icon name="copy" small />}
          onClick={() => actions.create.mutate(theme)}
        >
          {t("themes.duplicate")}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="trash" small />}
          disabled={theme.isActive}
          onClick={() => actions.remove.mutate(theme)}
        >
          {t("themes.delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
