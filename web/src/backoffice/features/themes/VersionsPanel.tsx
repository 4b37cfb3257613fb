import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { undoToast } from "../../ui/toasts";
import { When } from "../../ui/When";
import { type Detail, showVersion, themesQuery } from "./queries";
import styles from "./Themes.module.css";

/** What shoppers saw of this theme, newest first. */
export function VersionsPanel({ detail, canEdit }: { detail: Detail; canEdit: boolean }) {
  const client = useQueryClient();
  const online = useOnline();
  const refresh = () => client.invalidateQueries({ queryKey: themesQuery.queryKey });
  const restore = useMutation({
    mutationFn: showVersion,
    onSuccess: ({ previousVersionId }) => {
      undoToast({
        text: t("themes.restored"),
        undo: () => showVersion(previousVersionId).then(refresh),
      });
      return refresh();
    },
  });
  if (detail.versions.length === 0) return null;
  return (
    <Panel title={t("themes.versions")}>
      <ErrorNote error={restore.error} isWrite />
      <ol className={styles.versions}>
        {detail.versions.map(({ id, publishedAt, publishedBy }, index) => (
          <li key={id}>
            <span>
              <When at={publishedAt} />{" "}
              <span className="quiet">{publishedBy || t("themes.byFiles")}</span>
            </span>
            {index === 0 && detail.isActive ? (
              <span className="quiet">{t("themes.live")}</span>
            ) : (
              <Button
                variant="subtle"
                disabled={!canEdit || !online || restore.isPending}
                onClick={() => restore.mutate(id)}
              >
                {t("themes.restore")}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
