import { Button, Select, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { Count } from "../../api/list";
import { t, tEnum } from "../../messages/t";
import { useOperator } from "../../session/session";
import { Empty } from "../../ui/Empty";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { focusPage } from "../../ui/focus";
import { Icon } from "../../ui/Icon";
import { Initials } from "../../ui/Initials";
import { useKeys } from "../../ui/keys";
import { SkeletonRows } from "../../ui/Skeletons";
import type { SavedList } from "../../ui/table/savedViews";
import { ViewActions } from "../../ui/table/ViewTabs";
import { When } from "../../ui/When";
import styles from "./InboxList.module.css";
import { ItemState, PriorityMark } from "./ItemState";
import {
  type InboxItem,
  type InboxState,
  pathOf,
  type QueueId,
  type useInbox,
  useInboxCounts,
  useInboxNews,
} from "./inboxQuery";
import shared from "./support.module.css";

interface Props {
  list: SavedList;
  state: InboxState;
  query: ReturnType<typeof useInbox>;
  /** The address of the open conversation. */
  selected: string | null;
  /** The list's state, for links that keep it. */
  suffix: string;
}

/** Views, search and the conversations of a view. */
export function InboxList(props: Props) {
  const { list, state } = props;
  return (
    <section className={styles.list} aria-label={t("support.inbox")}>
      <div className={styles.listHead}>
        <h1>{t("support.title")}</h1>
        <nav className={styles.links}>
          <HeldLink />
          <Link className="link small" to="/support/saved-replies">
            {t("support.savedReplies")}
          </Link>
        </nav>
      </div>
      <Views list={list} />
      <Search key={state.q} state={state} list={list} />
      <Items {...props} />
    </section>
  );
}

function HeldLink() {
  const held = useInboxCounts().data?.heldEmails;
  if (!held || held.value === 0) return null;
  return (
    <Link className="link small" to="/support/held">
      {t("support.heldLink")} <span className={styles.badge}>{held.value}</span>
    </Link>
  );
}

/** A search finds tickets in all views, so that none but a saved one is the current one then. */
function Views({ list }: { list: SavedList }) {
  const { can } = useOperator();
  const counts: Partial<Record<string, Count>> = useInboxCounts().data ?? {};
  const views = list.views.filter(
    ({ params }) => params["queue"] !== ("reviews" satisfies QueueId) || can("reviews.moderate"),
  );
  const isSearch = list.params["q"] !== list.view.params["q"];
  return (
    <nav className={styles.views} aria-label={t("support.views")}>
      {views.map(({ id, name }) => {
        const count = counts[id];
        return (
          <button
            key={id}
            type="button"
            aria-current={id === list.view.id && !isSearch ? "true" : undefined}
            onClick={() => list.setView(id)}
          >
            {name}
            {count && count.value > 0 ? (
              <span className={styles.badge}>
                {count.value.toLocaleString()}
                {count.exact ? "" : "+"}
              </span>
            ) : null}
          </button>
        );
      })}
      <ViewActions
        list={list}
        canSave={list.isChanged}
        now={() => ({ params: { ...list.params }, columns: [] })}
      />
    </nav>
  );
}

function Search({ state, list }: Pick<Props, "state" | "list">) {
  const [text, setText] = useState(state.q);
  const field = useRef<HTMLInputElement>(null);
  useKeys(t("support.keys"), [
    { keys: "/", label: t("support.keySearch"), run: () => field.current?.focus() },
  ]);
  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        list.set("q", text.trim() || null);
      }}
    >
      <TextInput
        ref={field}
        type="search"
        aria-label={t("support.search")}
        placeholder={t("support.searchHint")}
        leftSection={<Icon name="search" small />}
        value={text}
        maxLength={200}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          // Browsers do not submit a form of two fields without a button.
          if (event.key === "Enter") {
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }
          if (event.key === "Escape") {
            setText("");
            list.set("q", null);
            focusPage();
          }
        }}
      />
      <Select
        aria-label={t("support.sort")}
        allowDeselect={false}
        w={150}
        data={[
          { value: "newest", label: t("support.newestFirst") },
          { value: "oldest", label: t("support.longestWaiting") },
        ]}
        value={state.sort}
        onChange={(value) => list.set("sort", value === "oldest" ? value : null)}
      />
    </form>
  );
}

function Items({ list, state, query, selected, suffix }: Props) {
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  if (query.isPending || list.isRestoring) return <SkeletonRows rows={10} height={76} />;
  if (query.data === undefined) {
    return (
      <ErrorPanel
        error={query.error}
        title={t("support.listFailed")}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const { items, nextCursor, previousCursor } = query.data;
  if (items.length === 0) {
    return (
      <>
        <News state={state} items={query.isPlaceholderData ? undefined : items} />
        <Nothing state={state} list={list} />
      </>
    );
  }
  return (
    <>
      <News state={state} items={query.isPlaceholderData ? undefined : items} />
      <ul className={styles.items} data-old={query.isPlaceholderData || undefined}>
        {items.map((item) => {
          const path = pathOf(item);
          return (
            <li key={path}>
              <Link
                ref={path === selected ? current : undefined}
                to={`${path}${suffix}`}
                aria-current={path === selected ? "true" : undefined}
              >
                <Item item={item} />
              </Link>
            </li>
          );
        })}
      </ul>
      {nextCursor === null && previousCursor === null ? null : (
        <div className={styles.paging}>
          <Button disabled={previousCursor === null} onClick={() => list.setCursor(previousCursor)}>
            {t(state.sort === "newest" ? "support.newer" : "support.older")}
          </Button>
          <Button disabled={nextCursor === null} onClick={() => list.setCursor(nextCursor)}>
            {t(state.sort === "newest" ? "support.older" : "support.newer")}
          </Button>
        </div>
      )}
    </>
  );
}

/** Announces new messages; the list changes on request, so that nothing moves below the pointer. */
function News({ state, items }: { state: InboxState; items: readonly InboxItem[] | undefined }) {
  const { count, show } = useInboxNews(state, items);
  return (
    <div role="status" className={count > 0 ? styles.news : undefined}>
      {count > 0 ? (
        <button type="button" className="link" onClick={show}>
          {t("support.news", { count })}
        </button>
      ) : null}
    </div>
  );
}

function Nothing({ state, list }: Pick<Props, "state" | "list">) {
  if (state.q !== "") {
    return (
      <Empty
        text={t("support.noMatch")}
        action={<Button onClick={() => list.set("q", null)}>{t("support.clearSearch")}</Button>}
      />
    );
  }
  return <Empty text={t(state.view === "open" ? "support.emptyAll" : "support.empty")} />;
}

function Item({ item }: { item: InboxItem }) {
  const excerpt =
    item.lastBy === "operator" ? t("support.you", { text: item.excerpt }) : item.excerpt;
  return (
    <>
      <span className={styles.itemTop}>
        <span className={styles.from}>{item.fromName}</span>
        <When at={item.lastAt} />
      </span>
      <span className={styles.itemTitle}>{item.title}</span>
      <span className={styles.excerpt}>{excerpt}</span>
      <span className={shared.marks}>
        <ItemState state={item.state} />
        {item.kind === "ticket" ? null : (
          <span className="quiet">{tEnum("support.kind", item.kind)}</span>
        )}
        {item.ratingStar === null ? null : (
          <span className="quiet">{t("support.stars", { count: item.ratingStar })}</span>
        )}
        <PriorityMark priority={item.priority} />
        {item.tags.map((tag) => (
          <span key={tag} className={styles.tag}>
            {tag}
          </span>
        ))}
        {item.assignee === null ? null : <Initials name={item.assignee.name} small />}
      </span>
    </>
  );
}
