import { ActionIcon, Menu } from "@mantine/core";
import { t } from "../../../messages/t";
import { Icon } from "../../../ui/Icon";
import type { placesOf } from "./tree";
import type { Category, TreeActions } from "./types";

interface Props {
  node: Category;
  places: ReturnType<typeof placesOf>;
  actions: TreeActions;
}

/** What can be done with a category, for those who do not drag. */
export function CategoryMenu({ node, places, actions }: Props) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={t("storefront.actions", { title: node.title })}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.canEdit ? <EditItems node={node} places={places} actions={actions} /> : null}
        <Menu.Item component="a" href={node.link} target="_blank" rel="noreferrer">
          {t("storefront.view")}
        </Menu.Item>
        {actions.canEdit ? (
          <>
            <Menu.Divider />
            <Menu.Item color="bad" onClick={() => actions.remove(node)}>
              {t("storefront.delete")}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function EditItems({ node, places, actions }: Props) {
  const { above, parent } = places;
  const item = (direction: "up" | "down" | "in" | "out", label: string) => {
    const place = places[direction];
    return place ? <Menu.Item onClick={() => actions.move(node, place)}>{label}</Menu.Item> : null;
  };
  return (
    <>
      <Menu.Item onClick={() => actions.open(node.id)}>{t("storefront.edit")}</Menu.Item>
      <Menu.Item onClick={() => actions.rename(node.id)}>{t("storefront.rename")}</Menu.Item>
      <Menu.Item onClick={() => actions.add(node.id)}>{t("storefront.addSubcategory")}</Menu.Item>
      <Menu.Divider />
      {item("up", t("storefront.moveUp"))}
      {item("down", t("storefront.moveDown"))}
      {above ? item("in", t("storefront.moveIn", { title: above.title })) : null}
      {parent ? item("out", t("storefront.moveOut", { title: parent.title })) : null}
    </>
  );
}
