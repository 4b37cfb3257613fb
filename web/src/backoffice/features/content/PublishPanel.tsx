import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { useShop } from "../../session/session";
import { Panel } from "../../ui/Panel";
import { momentOf, localTime } from "../../ui/time";
import { When } from "../../ui/When";
import styles from "./content.module.css";
import type { BlogState, State } from "./queries";
import { StateStatus } from "./StateStatus";

interface Publication {
  draft: boolean;
  publishedAt?: string | null;
}

interface Props {
  state: State;
  updatedAt: string | null;
  canEdit: boolean;
  saving: boolean;
  /** Saves all changes with this one. */
  onPublish: (publication: Publication, text: string) => void;
  /** Of an article, which can be scheduled. */
  schedule?: { publishedAt: string | null; state: BlogState; error: string | undefined };
}

/** Publishes a page or an article, now or later, and takes it back. */
export function PublishPanel({ state, updatedAt, canEdit, saving, onPublish, schedule }: Props) {
  const isOnline = useOnline();
  const isDraft = state === "draft";
  return (
    <Panel title={t("content.publication")}>
      <div className={styles.form}>
        <div className={styles.summary}>
          <StateStatus state={state} />
          {schedule?.publishedAt ? <When at={schedule.publishedAt} as="full" /> : null}
        </div>
        {updatedAt ? (
          <p className="small quiet">
            {t("content.updated")} <When at={updatedAt} />
          </p>
        ) : null}
        {canEdit ? (
          <Button
            variant={isDraft ? "filled" : "default"}
            disabled={!isOnline || saving}
            onClick={() =>
              onPublish(
                { draft: !isDraft, ...(schedule ? { publishedAt: null } : {}) },
                t(isDraft ? "content.publishedToast" : "content.draftToast"),
              )
            }
          >
            {t(isDraft ? "content.publish" : "content.unpublish")}
          </Button>
        ) : null}
        {canEdit && schedule ? (
          <Schedule
            key={schedule.publishedAt}
            publishedAt={schedule.publishedAt}
            error={schedule.error}
            disabled={!isOnline || saving}
            onSet={(publishedAt) =>
              onPublish(
                { draft: false, publishedAt },
                t(
                  Date.parse(publishedAt) > Date.now()
                    ? "content.scheduledToast"
                    : "content.publishedToast",
                ),
              )
            }
          />
        ) : null}
      </div>
    </Panel>
  );
}

interface ScheduleProps {
  publishedAt: string | null;
  error: string | undefined;
  disabled: boolean;
  onSet: (publishedAt: string) => void;
}

function Schedule({ publishedAt, error, disabled, onSet }: ScheduleProps) {
  const { timeZone } = useShop();
  const stored = publishedAt ? localTime(publishedAt, timeZone) : "";
  const [local, setLocal] = useState(stored);
  return (
    <>
      <TextInput
        type="datetime-local"
        label={t("content.publishAt")}
        description={t("content.publishAtHelp", { zone: timeZone })}
        value={local}
        error={error}
        onChange={({ currentTarget }) => setLocal(currentTarget.value)}
      />
      <Button
        disabled={disabled || local === "" || local === stored}
        onClick={() => onSet(momentOf(local, timeZone))}
      >
        {t("content.setTime")}
      </Button>
    </>
  );
}
