import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { Empty } from "../../ui/Empty";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { SkeletonRows } from "../../ui/Skeletons";
import styles from "./SavedReplies.module.css";
import { type SavedReply, SavedReplyEditor } from "./SavedReplyEditor";

const KEY = ["inbox", "saved-replies"] as const;
const NEW = "new";

/** The texts that the team inserts into answers. */
export default function SavedRepliesPage() {
  const canEdit = useOperator().can("support.reply");
  const [edited, setEdited] = useState<SavedReply | typeof NEW | null>(null);
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => unwrap(api.GET("/api/admin/v1/support/saved-replies")),
  });
  const close = () => setEdited(null);
  const replies = query.data?.items ?? [];
  return (
    <Page>
      <PageHead
        title={t("support.savedReplies")}
        back="/support"
        actions={
          canEdit ? (
            <Button variant="filled" onClick={() => setEdited(NEW)}>
              {t("support.newReply")}
            </Button>
          ) : null
        }
      />
      {query.isPending ? <SkeletonRows rows={4} height={64} /> : null}
      {query.isError ? (
        <ErrorPanel
          error={query.error}
          title={t("support.repliesFailed")}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {query.data && replies.length === 0 ? <Empty text={t("support.repliesEmpty")} /> : null}
      {replies.length > 0 ? (
        <Panel flush>
          <ul className={styles.savedReplies}>
            {replies.map((reply) => (
              <li key={reply.id}>
                <button type="button" disabled={!canEdit} onClick={() => setEdited(reply)}>
                  <span className="strong">{reply.name}</span>
                  <span className={styles.replyText}>{reply.text}</span>
                </button>
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
      {edited === null ? null : (
        <SavedReplyEditor
          reply={edited === NEW ? null : edited}
          placeholders={query.data?.placeholders ?? []}
          onDone={close}
        />
      )}
    </Page>
  );
}
