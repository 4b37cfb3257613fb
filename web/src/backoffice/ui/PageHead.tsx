import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { t } from "../messages/t";
import { Icon } from "./Icon";
import { useKeys } from "./keys";
import { useDocumentTitle } from "./useDocumentTitle";
import { type ListNeighbours } from "./listTrail";
import styles from "./PageHead.module.css";

interface Props {
  title: string;
  /** The document's title, if it differs. */
  documentTitle?: string;
  /** Where the back button leads; omit on pages of the rail. */
  back?: string | undefined;
  statuses?: ReactNode;
  /** One line of facts below the title. */
  facts?: ReactNode;
  /** At most three buttons and a `…` menu. Only one is filled. */
  actions?: ReactNode;
  /** The records before and after this one in the list it was opened from (`useListNeighbours`). */
  neighbours?: ListNeighbours;
}

/** Title, statuses, facts and actions of a page. Sets the document's title too. */
export function PageHead({
  title,
  documentTitle,
  back,
  statuses,
  facts,
  actions,
  neighbours,
}: Props) {
  useDocumentTitle(documentTitle ?? title);
  const backTo = neighbours?.back ?? back;
  return (
    <header className={styles.head}>
      {backTo === undefined ? null : (
        <ActionIcon component={Link} to={backTo} aria-label={t("ui.back")}>
          <Icon name="left" small />
        </ActionIcon>
      )}
      <div className={styles.main}>
        <h1>
          {title}
          {statuses ? <span className={styles.statuses}>{statuses}</span> : null}
        </h1>
        {facts ? <p>{facts}</p> : null}
      </div>
      <div className={styles.actions}>
        {actions}
        {neighbours ? <Neighbours neighbours={neighbours} /> : null}
      </div>
    </header>
  );
}

function Neighbours({ neighbours }: { neighbours: ListNeighbours }) {
  const { previous, next, go } = neighbours;
  useKeys(t("keys.record"), [
    { keys: "k", label: t("ui.previous"), run: () => previous && go(previous) },
    { keys: "j", label: t("ui.next"), run: () => next && go(next) },
  ]);
  if (!previous && !next) return null;
  return (
    <ActionIcon.Group visibleFrom="sm">
      <ActionIcon
        aria-label={t("ui.previous")}
        aria-keyshortcuts="k"
        disabled={!previous}
        onClick={() => previous && go(previous)}
      >
        <Icon name="up" small />
      </ActionIcon>
      <ActionIcon
        aria-label={t("ui.next")}
        aria-keyshortcuts="j"
        disabled={!next}
        onClick={() => next && go(next)}
      >
        <Icon name="down" small />
      </ActionIcon>
    </ActionIcon.Group>
  );
}
