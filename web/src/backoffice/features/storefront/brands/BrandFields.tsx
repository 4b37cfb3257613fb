import { Textarea, TextInput } from "@mantine/core";
import { t } from "../../../messages/t";
import { Panel, Stack } from "../../../ui/Panel";
import type { BrandDraft } from "./draft";

interface Props {
  draft: BrandDraft;
  onChange: (draft: BrandDraft) => void;
  errors: Readonly<Record<string, string>>;
  disabled: boolean;
}

/** Name, address and description of a brand. */
export function BrandFields({ draft, onChange, errors, disabled }: Props) {
  const field = (name: keyof BrandDraft) => ({
    value: draft[name],
    error: errors[name],
    readOnly: disabled,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...draft, [name]: currentTarget.value }),
  });
  return (
    <Panel>
      <Stack>
        <TextInput label={t("brands.name")} maxLength={255} {...field("name")} />
        <TextInput
          label={t("storefront.slug")}
          description={t("brands.slugHelp")}
          maxLength={255}
          {...field("slug")}
        />
        <Textarea
          label={t("brands.description")}
          description={t("brands.descriptionHelp")}
          maxLength={20_000}
          autosize
          minRows={3}
          {...field("description")}
        />
      </Stack>
    </Panel>
  );
}
