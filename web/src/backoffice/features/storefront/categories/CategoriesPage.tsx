import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../../messages/t";
import { useOperator } from "../../../session/session";
import { Empty } from "../../../ui/Empty";
import { ErrorPanel } from "../../../ui/ErrorPanel";
import { Page } from "../../../ui/Page";
import { PageHead } from "../../../ui/PageHead";
import { DetailColumns } from "../../../ui/Panel";
import { usePanelAddress } from "../../../ui/panelAddress";
import { SkeletonRows } from "../../../ui/Skeletons";
import { AddPanel } from "./AddPanel";
import { CategoryPanel } from "./CategoryPanel";
import { CategoryTree } from "./CategoryTree";
import { DeletePanel } from "./DeletePanel";
import { treeQuery } from "./queries";
import type { Tree } from "./types";

/** The open panel in the address: `add`, or `add`, `edit` or `delete` with the id of a category. */
function readPanel(panel: string | null): { kind: string; id: number | null } | null {
  if (panel === null) return null;
  const [kind = "", id] = panel.split("-");
  return { kind, id: id === undefined ? null : Number(id) };
}

/** The category tree: the menu of the storefront. */
export default function CategoriesPage() {
  const query = useQuery(treeQuery);
  const [panel, setPanel] = usePanelAddress();
  const canEdit = useOperator().can("products.edit");
  const add = canEdit ? (
    <Button variant={panel ? "default" : "filled"} onClick={() => setPanel("add")}>
      {t("storefront.addCategory")}
    </Button>
  ) : null;
  return (
    <Page>
      <PageHead
        title={t("storefront.categories")}
        facts={canEdit ? t("storefront.categoriesIntro") : undefined}
        actions={add}
      />
      {query.data ? (
        <Loaded tree={query.data} panel={panel} setPanel={setPanel} add={add} />
      ) : query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={10} />
      )}
    </Page>
  );
}

interface LoadedProps {
  tree: Tree;
  panel: string | null;
  setPanel: (panel: string | null) => void;
  add: React.ReactNode;
}

function Loaded({ tree, panel, setPanel, add }: LoadedProps) {
  const opened = readPanel(panel);
  const canEdit = useOperator().can("products.edit");
  const node = tree.items.find(({ id }) => id === opened?.id);
  const close = () => setPanel(null);
  let aside = null;
  if (opened?.kind === "add" && canEdit) {
    aside = <AddPanel key={panel} tree={tree} parent={node ?? null} onClose={close} />;
  } else if (node && opened?.kind === "edit") {
    aside = <CategoryPanel key={node.id} node={node} onClose={close} />;
  } else if (node && opened?.kind === "delete" && canEdit) {
    aside = <DeletePanel key={node.id} tree={tree} node={node} onClose={close} />;
  }
  const main =
    tree.items.length === 0 ? (
      <Empty text={t("storefront.categoriesEmpty")} action={add} />
    ) : (
      <CategoryTree
        tree={tree}
        selected={node?.id ?? null}
        onOpen={(id) => setPanel(`edit-${id}`)}
        onAdd={(parentId) => setPanel(parentId === null ? "add" : `add-${parentId}`)}
        onRemove={({ id }) => setPanel(`delete-${id}`)}
      />
    );
  return aside ? <DetailColumns panelOpen main={main} aside={aside} /> : main;
}
