import { Checkbox, TextInput } from "@mantine/core";
import { t } from "../../../messages/t";
import { Panel } from "../../../ui/Panel";
import styles from "./editor.module.css";
import { TextField } from "./fields";
import type { GiftCard } from "./form";
import { useEditing, useErrors, useForm } from "./store";

/** Limits of an order, returns, and the terms of a gift card. */
export function TermsPanel() {
  const { store, canEdit } = useEditing();
  const returnable = useForm((form) => form.returnable);
  const giftCard = useForm((form) => form.giftCard);
  return (
    <Panel title={t("productEditor.terms")}>
      <div className={styles.fields}>
        <TextField
          name="maxPerOrder"
          label={t("productEditor.maxPerOrder")}
          description={t("productEditor.maxPerOrderHelp")}
          inputMode="numeric"
          maxLength={2}
        />
        <Checkbox
          label={t("productEditor.returnable")}
          checked={returnable && giftCard === null}
          disabled={!canEdit || giftCard !== null}
          onChange={(event) => store.set({ returnable: event.currentTarget.checked })}
        />
        <Checkbox
          label={t("productEditor.isGiftCard")}
          description={t("productEditor.isGiftCardHelp")}
          checked={giftCard !== null}
          disabled={!canEdit}
          onChange={(event) =>
            store.set({
              giftCard: event.currentTarget.checked
                ? { minimum: "", maximum: "", months: "" }
                : null,
            })
          }
        />
        {giftCard ? <GiftCardTerms terms={giftCard} /> : null}
      </div>
    </Panel>
  );
}

const TERMS = [
  ["minimum", "productEditor.giftCardMinimum"],
  ["maximum", "productEditor.giftCardMaximum"],
  ["months", "productEditor.giftCardMonths"],
] as const;

function GiftCardTerms({ terms }: { terms: GiftCard }) {
  const { store, canEdit } = useEditing();
  const errors = useErrors();
  return TERMS.map(([name, label]) => (
    <TextInput
      key={name}
      label={t(label)}
      inputMode="decimal"
      value={terms[name]}
      readOnly={!canEdit}
      error={errors[`giftCard.${name}`]}
      onChange={(event) => store.set({ giftCard: { ...terms, [name]: event.currentTarget.value } })}
    />
  ));
}
