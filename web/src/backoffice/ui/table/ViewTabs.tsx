import { Button, Checkbox, Popover, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { errorMessage } from "../../api/errors";
import { t } from "../../messages/t";
import { Icon } from "../Icon";
import { countText } from "./count";
import type { ListState } from "./listState";
import { toastError } from "../toasts";
import type { SavedViews, ViewValues } from "./types";
import styles from "./ViewTabs.module.css";

interface Props {
  list: ListState;
  /** Without it views cannot be saved. */
  saved: SavedViews | undefined;
  /** Whether there is something to save. */
  canSave: boolean;
  now: () => ViewValues;
}

/** The views of a list: the built-in ones, then saved ones. */
export function ViewTabs({ list, saved, canSave, now }: Props) {
  const { view, views, setView } = list;
  if (views.length < 2 && !saved) return null;
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
        {saved && view.own ? <OwnView list={list} saved={saved} now={now} /> : null}
        {saved && canSave ? (
          <SaveView
            onSave={async (name, shared) => setView(await saved.add({ name, shared, ...now() }))}
          />
        ) : null}
      </div>
    </nav>
  );
}

/** Changes and removes the operator's own view. */
function OwnView({ list, saved, now }: Pick<Props, "list" | "now"> & { saved: SavedViews }) {
  const { view, views, setView, isChanged } = list;
  return (
    <>
      {isChanged ? (
        <button
          type="button"
          className={styles.view}
          onClick={() => void saved.update(view.id, now()).then(list.clear, toastError)}
        >
          <Icon name="check" small /> {t("table.updateView")}
        </button>
      ) : null}
      <button
        type="button"
        className={styles.view}
        onClick={() =>
          void saved.remove(view.id).then(() => setView(views[0]?.id ?? ""), toastError)
        }
      >
        <Icon name="trash" small /> {t("table.deleteView")}
      </button>
    </>
  );
}

function SaveView({ onSave }: { onSave: (name: string, shared: boolean) => Promise<unknown> }) {
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
        <button type="button" className={styles.view} onClick={() => setOpened(!opened)}>
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
