import { Checkbox, SegmentedControl } from "@mantine/core";
import { t } from "../../../messages/t";
import { Panel } from "../../../ui/Panel";
import styles from "./editor.module.css";
import { TextField } from "./fields";
import { CHANNELS } from "./form";
import { useEditing, useForm } from "./store";

const CHANNEL_TEXTS = {
  online_store: ["productEditor.onlineStore", "productEditor.onlineStoreHelp"],
  product_feed: ["productEditor.productFeed", "productEditor.productFeedHelp"],
  search_engines: ["productEditor.searchEngines", "productEditor.searchEnginesHelp"],
} as const;

/** Whether, when and where the product is offered. */
export function StatusPanel() {
  const { store, canEdit } = useEditing();
  const status = useForm((form) => form.status);
  return (
    <Panel title={t("productEditor.status")}>
      <div className={styles.fields}>
        <SegmentedControl
          fullWidth
          aria-label={t("productEditor.status")}
          value={status}
          readOnly={!canEdit}
          onChange={(value) => store.set({ status: value })}
          data={[
            { value: "active", label: t("productEditor.statusActive") },
            { value: "draft", label: t("productEditor.statusDraft") },
            { value: "archived", label: t("productEditor.statusArchived") },
          ]}
        />
        <TextField
          name="publishAt"
          type="datetime-local"
          label={t("productEditor.publishAt")}
          description={t("productEditor.publishAtHelp")}
        />
        <TextField
          name="unpublishAt"
          type="datetime-local"
          label={t("productEditor.unpublishAt")}
          description={t("productEditor.unpublishAtHelp")}
        />
        <Channels />
      </div>
    </Panel>
  );
}

function Channels() {
  const { store, canEdit } = useEditing();
  const channels = useForm((form) => form.channels);
  return (
    <Checkbox.Group
      label={t("productEditor.channels")}
      value={[...channels]}
      readOnly={!canEdit}
      onChange={(values) =>
        store.set({ channels: CHANNELS.filter((channel) => values.includes(channel)) })
      }
    >
      <div className={styles.choices}>
        {CHANNELS.map((channel) => (
          <Checkbox
            key={channel}
            value={channel}
            disabled={!canEdit}
            label={t(CHANNEL_TEXTS[channel][0])}
            description={t(CHANNEL_TEXTS[channel][1])}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
