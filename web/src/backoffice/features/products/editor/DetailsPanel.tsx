import { t } from "../../../messages/t";
import { Panel } from "../../../ui/Panel";
import { RichText } from "../../../ui/RichText";
import styles from "./editor.module.css";
import { TextField } from "./fields";
import { useEditing, useError, useForm } from "./store";

/** Title, summary and description. */
export function DetailsPanel() {
  const { store, canEdit } = useEditing();
  const error = useError("descriptionHtml");
  const description = useForm((form) => form.descriptionHtml);
  return (
    <Panel title={t("productEditor.details")}>
      <div className={styles.fields}>
        <TextField name="title" label={t("productEditor.title")} required />
        <TextField
          name="summary"
          label={t("productEditor.summary")}
          description={t("productEditor.summaryHelp")}
          rows={2}
          maxLength={2000}
        />
        <RichText
          label={t("productEditor.description")}
          value={description}
          error={error}
          disabled={!canEdit}
          onChange={(descriptionHtml) => store.set({ descriptionHtml })}
        />
      </div>
    </Panel>
  );
}
