import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { useOnline } from "../../../session/online";
import { t } from "../../../messages/t";
import { ErrorPanel } from "../../../ui/ErrorPanel";
import { Panel } from "../../../ui/Panel";
import { SkeletonRows } from "../../../ui/Skeletons";
import { toastError, undoToast } from "../../../ui/toasts";
import { type SuggestedQuery, suggestedQueriesQuery } from "./queries";
import styles from "./searchWords.module.css";
import { type WordColumn, WordTable } from "./WordTable";

const count = new Intl.NumberFormat("en-US");

/** What shoppers searched for and others are suggested, with a button that hides it. */
export function SuggestedQueries({ canEdit }: { canEdit: boolean }) {
  const query = useQuery(suggestedQueriesQuery);
  return (
    <Panel flush title={t("searchWords.suggested")}>
      {query.data ? (
        <>
          <p className={styles.note}>
            {query.data.suggested.length === 0
              ? t("searchWords.noSuggested")
              : t("searchWords.suggestedDays", { days: query.data.days })}
          </p>
          <Queries {...query.data} canEdit={canEdit} />
        </>
      ) : query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Panel>
  );
}

interface Row {
  query: string;
  /** Null: hidden. */
  shoppers: number | null;
}

interface QueriesProps {
  suggested: readonly SuggestedQuery[];
  hidden: readonly string[];
  canEdit: boolean;
}

function Queries({ suggested, hidden, canEdit }: QueriesProps) {
  const hide = useHide();
  const show = useShow();
  if (suggested.length + hidden.length === 0) return null;
  const changes: WordColumn<Row> = {
    header: t("searchWords.hide"),
    kind: "actions",
    cell: ({ query, shoppers }) =>
      shoppers === null ? (
        <Change isHidden query={query} {...show} />
      ) : (
        <Change isHidden={false} query={query} {...hide} />
      ),
  };
  const rows = [...suggested, ...hidden.map((query): Row => ({ query, shoppers: null }))];
  return (
    <WordTable<Row>
      rows={rows}
      rowKey={(row) => row.query}
      columns={[
        { header: t("searchWords.query"), cell: (row) => row.query },
        {
          header: t("searchWords.shoppers"),
          kind: "number",
          cell: (row) =>
            row.shoppers === null ? (
              <span className="quiet small">{t("searchWords.hidden")}</span>
            ) : (
              count.format(row.shoppers)
            ),
        },
        ...(canEdit ? [changes] : []),
      ]}
    />
  );
}

interface ChangeProps {
  isHidden: boolean;
  query: string;
  mutate: (query: string) => void;
  isPending: boolean;
}

function Change({ isHidden, query, mutate, isPending }: ChangeProps) {
  const online = useOnline();
  return (
    <Button
      size="compact-sm"
      aria-label={t(isHidden ? "searchWords.showNamed" : "searchWords.hideNamed", { query })}
      disabled={!online || isPending}
      onClick={() => mutate(query)}
    >
      {t(isHidden ? "searchWords.show" : "searchWords.hide")}
    </Button>
  );
}

const sendShow = (query: string) =>
  unwrap(api.POST("/api/admin/v1/suggested-queries/show", { body: { query } }));

function useReload() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: suggestedQueriesQuery.queryKey });
}

function useHide() {
  const reload = useReload();
  return useMutation({
    mutationFn: (query: string) =>
      unwrap(api.POST("/api/admin/v1/suggested-queries/hide", { body: { query } })),
    onSuccess: (_none, query) => {
      undoToast({
        text: t("searchWords.queryHidden", { query }),
        undo: async () => {
          await sendShow(query);
          await reload();
        },
      });
      return reload();
    },
    onError: toastError,
  });
}

function useShow() {
  const reload = useReload();
  return useMutation({ mutationFn: sendShow, onSuccess: reload, onError: toastError });
}
