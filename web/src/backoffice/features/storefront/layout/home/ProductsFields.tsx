import { SegmentedControl, Select } from "@mantine/core";
import { useState } from "react";
import { t } from "../../../../messages/t";
import { TargetField } from "../TargetField";
import { type FieldsProps, TitleField } from "./fields";

const LIST_KINDS = ["collection", "category", "sale"] as const;
type Source = "newest" | "popular" | "reduced" | "list";

/** Which products are shown, and how. */
export function ProductsFields({ section, change, names, disabled }: FieldsProps<"products">) {
  const [source, setSource] = useState<Source>(section.source ?? "list");
  const choose = (chosen: Source) => {
    setSource(chosen);
    // A list is stored once it is chosen: until then the section stays as it is.
    if (chosen !== "list") change({ source: chosen, productsOf: null });
  };
  return (
    <>
      <Select
        label={t("layout.source")}
        allowDeselect={false}
        disabled={disabled}
        value={source}
        onChange={(chosen) => choose(chosen as Source)}
        data={[
          { value: "newest", label: t("layout.newest") },
          { value: "popular", label: t("layout.popular") },
          { value: "reduced", label: t("layout.reduced") },
          { value: "list", label: t("layout.list") },
        ]}
      />
      {source === "list" ? (
        <ListField section={section} change={change} names={names} disabled={disabled} />
      ) : null}
      <TitleField
        value={section.title}
        description={t("layout.usualTitle")}
        disabled={disabled}
        onChange={(title) => change({ title })}
      />
      <SegmentedControl
        aria-label={t("layout.display")}
        disabled={disabled}
        value={section.display ?? "row"}
        onChange={(display) => change({ display: display })}
        data={[
          { value: "row", label: t("layout.displayRow") },
          { value: "grid", label: t("layout.displayGrid") },
        ]}
      />
    </>
  );
}

function ListField({ section, change, names, disabled }: FieldsProps<"products">) {
  return (
    <TargetField
      label={t("layout.listKind")}
      kinds={LIST_KINDS}
      value={section.productsOf ?? null}
      names={names}
      disabled={disabled}
      onChange={(productsOf) => change({ source: null, productsOf })}
    />
  );
}
