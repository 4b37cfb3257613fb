import { Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../../messages/t";
import { PictureField } from "../../../ui/pictures/PictureField";
import { AddressFields } from "../AddressFields";
import type { Values } from "./fields";
import { sizeGuidesQuery } from "../sizeGuides/queries";

interface Props {
  values: Values;
  onChange: (values: Values) => void;
  errors: Record<string, string>;
  disabled: boolean;
}

/** The fields of a category. */
export function CategoryFields({ values, onChange, errors, disabled }: Props) {
  const change = (changed: Partial<Values>) => onChange({ ...values, ...changed });
  return (
    <Stack gap="md">
      <TextInput
        label={t("storefront.categoryTitle")}
        value={values.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={errors["title"]}
        disabled={disabled}
      />
      <Textarea
        label={t("storefront.description")}
        value={values.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={errors["description"]}
        disabled={disabled}
        autosize
        minRows={2}
        maxRows={8}
      />
      <PictureField
        label={t("storefront.picture")}
        description={t("storefront.pictureHelp")}
        value={values.image}
        onChange={(image) => change({ image })}
        error={errors["image"]}
        disabled={disabled}
      />
      <SizeGuide value={values.sizeGuideId} onChange={change} disabled={disabled} />
      <AddressFields values={values} onChange={change} errors={errors} disabled={disabled} />
    </Stack>
  );
}

interface GuideProps {
  value: number | null;
  onChange: (changed: Partial<Values>) => void;
  disabled: boolean;
}

function SizeGuide({ value, onChange, disabled }: GuideProps) {
  const guides = useQuery(sizeGuidesQuery);
  if (guides.data?.items.length === 0 && value === null) return null;
  return (
    <Select
      label={t("storefront.sizeGuide")}
      data={[
        { value: "", label: t("storefront.sizeGuideNone") },
        ...(guides.data?.items ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
      ]}
      value={value === null ? "" : String(value)}
      onChange={(chosen) => onChange({ sizeGuideId: chosen ? Number(chosen) : null })}
      allowDeselect={false}
      disabled={disabled}
    />
  );
}
