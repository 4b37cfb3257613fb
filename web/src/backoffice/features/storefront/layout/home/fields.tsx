import { TextInput } from "@mantine/core";
import { t } from "../../../../messages/t";
import type { SectionKind, SectionOf } from "../queries";
import type { Names } from "../TargetField";

export interface FieldsProps<Kind extends SectionKind> {
  section: SectionOf<Kind>;
  change: (changed: Partial<SectionOf<Kind>>) => void;
  names: Names;
  disabled: boolean;
}

interface TitleProps {
  value: string | undefined;
  onChange: (title: string) => void;
  disabled: boolean;
  description?: string;
}

/** The heading of a section. */
export function TitleField({ value, onChange, disabled, description }: TitleProps) {
  return (
    <TextInput
      label={t("layout.title")}
      description={description}
      value={value ?? ""}
      maxLength={200}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
