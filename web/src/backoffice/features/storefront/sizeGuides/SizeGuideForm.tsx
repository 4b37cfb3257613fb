import { Select, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../../../messages/t";
import { DetailColumns, Panel, Stack } from "../../../ui/Panel";
import type { Draft } from "./draft";
import { GuideTable } from "./GuideTable";

interface Props {
  draft: Draft;
  onChange: (draft: Draft) => void;
  errors: Record<string, string>;
  disabled: boolean;
  categories?: ReactNode;
}

const UNITS = [
  { value: "", label: t("sizeGuides.noUnit") },
  { value: "cm", label: t("sizeGuides.cm") },
  { value: "in", label: t("sizeGuides.in") },
];

/** Texts and table of a size guide. */
export function SizeGuideForm({ draft, onChange, errors, disabled, categories }: Props) {
  const change = (changed: Partial<Draft>) => onChange({ ...draft, ...changed });
  const text = (name: "title" | "introduction" | "option") => ({
    value: draft[name],
    error: errors[name],
    readOnly: disabled,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
  });
  return (
    <DetailColumns
      main={
        <>
          <Panel>
            <Stack>
              <TextInput label={t("sizeGuides.title")} maxLength={300} {...text("title")} />
              <Textarea
                label={t("sizeGuides.introduction")}
                description={t("sizeGuides.introductionHelp")}
                maxLength={2000}
                autosize
                minRows={2}
                {...text("introduction")}
              />
            </Stack>
          </Panel>
          <GuideTable draft={draft} change={change} errors={errors} disabled={disabled} />
        </>
      }
      aside={
        <>
          <Panel>
            <Stack>
              <TextInput
                label={t("sizeGuides.option")}
                description={t("sizeGuides.optionHelp")}
                maxLength={100}
                {...text("option")}
              />
              <Select
                label={t("sizeGuides.unit")}
                description={t("sizeGuides.unitHelp")}
                data={UNITS}
                value={draft.unit}
                error={errors["unit"]}
                disabled={disabled}
                allowDeselect={false}
                onChange={(value) =>
                  change({ unit: value === "cm" || value === "in" ? value : "" })
                }
              />
            </Stack>
          </Panel>
          {categories}
        </>
      }
    />
  );
}
