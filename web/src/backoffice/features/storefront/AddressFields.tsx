import { Textarea, TextInput } from "@mantine/core";
import { t } from "../../messages/t";

interface Values {
  slug: string;
  seoTitle: string;
  seoDescription: string;
}

interface Props {
  values: Values;
  onChange: (changed: Partial<Values>) => void;
  errors: Record<string, string>;
  disabled: boolean;
  /** It has no address yet; an empty one is made from the title. */
  isNew?: boolean;
}

/** The address of a page, and what search engines show of it. */
export function AddressFields({ values, onChange, errors, disabled, isNew = false }: Props) {
  return (
    <>
      <TextInput
        label={t("storefront.slug")}
        description={t(isNew ? "storefront.slugDefault" : "storefront.slugHelp")}
        value={values.slug}
        onChange={(event) => onChange({ slug: event.currentTarget.value })}
        error={errors["slug"]}
        disabled={disabled}
      />
      <TextInput
        label={t("storefront.seoTitle")}
        description={t("storefront.seoTitleHelp")}
        value={values.seoTitle}
        onChange={(event) => onChange({ seoTitle: event.currentTarget.value })}
        error={errors["seoTitle"]}
        disabled={disabled}
      />
      <Textarea
        label={t("storefront.seoDescription")}
        value={values.seoDescription}
        onChange={(event) => onChange({ seoDescription: event.currentTarget.value })}
        error={errors["seoDescription"]}
        disabled={disabled}
        autosize
        minRows={2}
      />
    </>
  );
}
