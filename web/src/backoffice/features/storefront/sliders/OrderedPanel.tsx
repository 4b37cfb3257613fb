import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { t } from "../../../messages/t";
import { useOnline } from "../../../session/online";
import { useOperator } from "../../../session/session";
import { Panel } from "../../../ui/Panel";
import { SortableRows } from "../../../ui/sorting/SortableRows";
import { toastError, undoToast } from "../../../ui/toasts";
import { refreshHome } from "./useRecord";

interface Row {
  id: number;
  title: string;
}

interface List<Item extends Row> {
  items: Item[];
  etag: string;
}

interface Props<Item extends Row, Shown extends List<Item>> {
  title: string;
  /** Path below which the records have their pages. */
  path: string;
  add: string;
  empty: string;
  list: Shown;
  put: (ids: number[], etag: string) => Promise<Shown>;
  /** Shows a list at once, before it is stored and afterwards. */
  show: (list: Shown) => void;
  /** Reads the list again, after somebody else changed it. */
  reload: () => void;
  note: ReactNode;
  children: (item: Item) => ReactNode;
}

/** Records of the home page in their order, which is changed by drag or keys and stored at once. */
export function OrderedPanel<Item extends Row, Shown extends List<Item>>(
  props: Props<Item, Shown>,
) {
  const { title, path, add, empty, list, note, children } = props;
  const canEdit = useOperator().can("content.edit");
  const online = useOnline();
  const order = useOrder(props);
  return (
    <Panel
      title={title}
      actions={
        canEdit ? (
          <Button component={Link} to={`${path}/new`}>
            {add}
          </Button>
        ) : null
      }
    >
      {list.items.length === 0 ? <p className="quiet">{empty}</p> : note}
      <div aria-busy={order.isPending}>
        <SortableRows
          label={title}
          rows={list.items}
          rowId={({ id }) => String(id)}
          rowLabel={(item) => item.title}
          disabled={!canEdit || !online || order.isPending}
          onReorder={(items) => order.mutate({ items, before: list.items })}
        >
          {children}
        </SortableRows>
      </div>
    </Panel>
  );
}

function useOrder<Item extends Row, Shown extends List<Item>>({
  list,
  put,
  show,
  reload,
}: Props<Item, Shown>) {
  const store = async (items: readonly Item[], etag: string) => {
    const stored = await put(
      items.map(({ id }) => id),
      etag,
    );
    show(stored);
    refreshHome();
    return stored;
  };
  return useMutation({
    mutationFn: ({ items }: { items: readonly Item[]; before: readonly Item[] }) =>
      store(items, list.etag),
    onMutate: ({ items }) => show({ ...list, items: [...items] }),
    onSuccess: (stored, { before }) =>
      undoToast({ text: t("sliders.ordered"), undo: () => store(before, stored.etag) }),
    onError: (error) => {
      toastError(error);
      reload();
    },
  });
}
