import { Textarea, TextInput } from "@mantine/core";
import { t } from "../../messages/t";
import { Panel } from "../../ui/Panel";
import styles from "./content.module.css";

interface Fields {
  seoTitle: string;
  seoDescription: string;
}

interface Props {
  fields: Fields;
  onChange: (fields: Partial<Fields>) => void;
  disabled: boolean;
  errors: Readonly<Record<string, string>>;
}

/** What search engines read instead of title and text. */
export function SeoPanel({ fields, onChange, disabled, errors }: Props) {
  return (
    <Panel title={t("content.seo")}>
      <div className={styles.form}>
        <TextInput
          label={t("content.seoTitle")}
          description={t("content.seoTitleHelp")}
          value={fields.seoTitle}
          maxLength={300}
          disabled={disabled}
          error={errors["seoTitle"]}
          onChange={({ currentTarget }) => onChange({ seoTitle: currentTarget.value })}
        />
        <Textarea
          label={t("content.seoDescription")}
          description={t("content.seoDescriptionHelp")}
          value={fields.seoDescription}
          maxLength={1000}
          autosize
          minRows={2}
          disabled={disabled}
          error={errors["seoDescription"]}
          onChange={({ currentTarget }) =>
            onChange({ seoDescription: currentTarget.value.replace(/\n/g, " ") })
          }
        />
      </div>
    </Panel>
  );
}
