import { Button, Checkbox, Popover, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { errorMessage } from "../../api/errors";
import { t } from "../../messages/t";
import { Icon } from "../Icon";
import { countText } from "./count";
import { toastError } from "../toasts";
import type { SavedList, ViewValues } from "./savedViews";
import styles from "./ViewTabs.module.css";

interface ActionsProps {
  list: SavedList;
  /** Whether there is something to save. */
  canSave: boolean;
  now: () => ViewValues;
  /** Of the buttons. */
  className?: string | undefined;
}

interface Props extends ActionsProps {
  /** Without them and with one view only, the tabs appear once there is something to save. */
  hasFilters: boolean;
}

/** The views of a list: the built-in ones, then saved ones. */
export function ViewTabs({ list, hasFilters, canSave, now }: Props) {
  const { view, views, setView } = list;
  if (views.length < 2 && !hasFilters && !canSave) return null;
  return (
    <nav className={styles.views} aria-label={t("table.views")}>
      <div className={styles.list}>
        {views.map(({ id, name, count }) => (
          <button
            key={id}
            type="button"
            className={styles.view}
            aria-current={id === view.id ? "page" : undefined}
            onClick={() => setView(id)}
          >
            {name}
            {count ? <span className={styles.count}>{countText(count)}</span> : null}
          </button>
        ))}
        <ViewActions list={list} canSave={canSave} now={now} className={styles.view} />
      </div>
    </nav>
  );
}

/** Saves what differs as a view; changes and removes the operator's own one. */
export function ViewActions({ list, canSave, now, className }: ActionsProps) {
  const { view, setView, saved } = list;
  return (
    <>
      {view.own ? <OwnView list={list} now={now} className={className} /> : null}
      {canSave ? (
        <SaveView
          className={className}
          onSave={async (name, shared) => setView(await saved.add({ name, shared, ...now() }))}
        />
      ) : null}
    </>
  );
}

function OwnView({ list, now, className }: Pick<Props, "list" | "now" | "className">) {
  const { view, setView, isChanged, saved } = list;
  return (
    <>
      {isChanged ? (
        <button
          type="button"
          className={className}
          onClick={() => void saved.update(view.id, now()).then(list.clear, toastError)}
        >
          <Icon name="check" small /> {t("table.updateView")}
        </button>
      ) : null}
      <button
        type="button"
        className={className}
        onClick={() => void saved.remove(view.id).then(() => setView(null), toastError)}
      >
        <Icon name="trash" small /> {t("table.deleteView")}
      </button>
    </>
  );
}

interface SaveViewProps extends Pick<Props, "className"> {
  onSave: (name: string, shared: boolean) => Promise<unknown>;
}

function SaveView({ onSave, className }: SaveViewProps) {
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const [error, setError] = useState<ReactNode>(null);
  const save = async () => {
    try {
      await onSave(name.trim(), shared);
      setOpened(false);
      setName("");
    } catch (failure) {
      setError(errorMessage(failure));
    }
  };
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-start">
      <Popover.Target>
        <button type="button" className={className} onClick={() => setOpened(!opened)}>
          <Icon name="plus" small /> {t("table.saveView")}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <TextInput
            label={t("table.viewName")}
            value={name}
            maxLength={40}
            error={error}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Checkbox
            my="sm"
            label={t("table.viewShared")}
            checked={shared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
          <Button type="submit" variant="filled" disabled={name.trim() === ""}>
            {t("ui.save")}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
