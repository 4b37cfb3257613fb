import { ActionIcon, Menu } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { Icon } from "../../ui/Icon";
import { toastError, undoToast } from "../../ui/toasts";
import type { Editable, Editing } from "./useEditing";

interface Props<Stored extends { id: number; etag: string }, Form extends object> {
  kind: Editable<Stored, Form>;
  editing: Editing<Stored, Form>;
  stored: Stored;
  /** The form of a copy. */
  copy: (form: Form) => Form;
  /** Null: it cannot be ended. */
  end: ((stored: Stored) => Promise<Stored>) | null;
  /** Null: it cannot be deleted. */
  remove: ((stored: Stored) => Promise<unknown>) | null;
}

/** Duplicate, end now, delete; the last two with Undo. */
export function PromotionMenu<Stored extends { id: number; etag: string }, Form extends object>(
  props: Props<Stored, Form>,
) {
  const { kind, editing, stored, copy, end, remove } = props;
  const navigate = useNavigate();
  const client = useQueryClient();
  const online = useOnline();
  const before = kind.formOf(stored);
  const ending = useMutation({
    mutationFn: (act: (stored: Stored) => Promise<Stored>) => act(stored),
    onSuccess: (ended) => {
      editing.accept(ended);
      const undo = async () => editing.accept(await kind.change(ended, before));
      undoToast({ text: t("promotions.ended"), undo });
    },
    onError: toastError,
  });
  const removal = useMutation({
    mutationFn: (act: (stored: Stored) => Promise<unknown>) => act(stored),
    onSuccess: async () => {
      await navigate(kind.path);
      const refresh = () => client.invalidateQueries({ queryKey: [kind.key] });
      const undo = async () => {
        await kind.create(before);
        await refresh();
      };
      undoToast({ text: t("promotions.deleted"), undo });
      client.removeQueries({ queryKey: [kind.key, stored.id] });
      await refresh();
    },
    onError: toastError,
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t("promotions.more")}>
          <Icon name="dots" small />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() => void navigate(`${kind.path}/new`, { state: { copy: copy(before) } })}
        >
          {t("promotions.duplicate")}
        </Menu.Item>
        {end ? (
          <Menu.Item disabled={!online} onClick={() => ending.mutate(end)}>
            {t("promotions.endNow")}
          </Menu.Item>
        ) : null}
        {remove ? (
          <Menu.Item color="bad" disabled={!online} onClick={() => removal.mutate(remove)}>
            {t("promotions.delete")}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
