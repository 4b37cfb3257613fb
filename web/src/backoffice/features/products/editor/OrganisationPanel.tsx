import { Autocomplete, MultiSelect, TagsInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { t } from "../../../messages/t";
import { Panel } from "../../../ui/Panel";
import styles from "./editor.module.css";
import { choicesQuery, type ProductRecord } from "./queries";
import { useEditing, useError, useForm } from "./store";

/** Categories, brand, type and tags. */
export function OrganisationPanel({ sizeGuide }: { sizeGuide: ProductRecord["sizeGuide"] }) {
  const { store, canEdit } = useEditing();
  const errors = [useError("brand"), useError("productType"), useError("tags")] as const;
  const { data } = useQuery(choicesQuery);
  const [brand, type, tags] = [
    useForm((form) => form.brand),
    useForm((form) => form.productType),
    useForm((form) => form.tags),
  ];
  return (
    <Panel title={t("productEditor.organisation")}>
      <div className={styles.fields}>
        <Categories />
        <Autocomplete
          label={t("productEditor.brand")}
          data={data?.brands ?? []}
          limit={50}
          value={brand}
          maxLength={255}
          readOnly={!canEdit}
          error={errors[0]}
          onChange={(value) => store.set({ brand: value })}
        />
        <Autocomplete
          label={t("productEditor.productType")}
          data={data?.types ?? []}
          limit={50}
          value={type}
          maxLength={255}
          readOnly={!canEdit}
          error={errors[1]}
          onChange={(value) => store.set({ productType: value })}
        />
        <TagsInput
          label={t("productEditor.tags")}
          data={data?.tags ?? []}
          limit={50}
          value={[...tags]}
          readOnly={!canEdit}
          error={errors[2]}
          onChange={(value) => store.set({ tags: value })}
        />
        <p className="small quiet">
          {sizeGuide
            ? t("productEditor.sizeGuide", {
                title: sizeGuide.title,
                category: sizeGuide.category,
              })
            : t("productEditor.noSizeGuide")}{" "}
          <Link className="link" to="/storefront/size-guides">
            {t("area.sizeGuides")}
          </Link>
        </p>
      </div>
    </Panel>
  );
}

function Categories() {
  const { store, canEdit } = useEditing();
  const error = useError("categories");
  const { data } = useQuery(choicesQuery);
  const categories = useForm((form) => form.categories);
  return (
    <MultiSelect
      label={t("productEditor.categories")}
      description={t("productEditor.categoriesHelp")}
      searchable
      limit={100}
      data={(data?.categories ?? []).map(({ id, path }) => ({
        value: String(id),
        label: path.join(" / "),
      }))}
      value={categories.map(String)}
      readOnly={!canEdit}
      error={error}
      nothingFoundMessage={t("productEditor.noMatches")}
      onChange={(values) => store.set({ categories: values.map(Number) })}
    />
  );
}
