import { useState } from "react";
import type { Quote } from "@/api/types";
import { exact } from "@/format/money";
import { t } from "@/messages/t";
import { Accordion } from "@/ui/Accordion/Accordion";
import { Checkbox } from "@/ui/Form/Checkbox";
import { validateField } from "@/ui/Form/field";
import { TextArea } from "@/ui/Form/TextArea";
import styles from "./Checkout.module.css";
import { GIFT_FIELDS, type GiftDraft } from "./details";

interface Props {
  gift: GiftDraft;
  /** Gift wrap as offered for this order; null if not. */
  offered: Quote["giftWrapOffered"];
  problem: string | undefined;
  onChange: (gift: GiftDraft) => void;
}

/** A note for the courier, gift wrap and a gift message, collapsed until used. */
export function GiftAndNote({ gift, offered, problem, onChange }: Props) {
  // Only at first: emptying a field while typing must not collapse the section.
  const [open] = useState(gift.deliveryNote !== "" || gift.wrap || gift.message !== "");
  const change = (part: Partial<GiftDraft>) => onChange({ ...gift, ...part });
  return (
    <Accordion title={t("checkout.extras")} open={open}>
      <div className={styles["extras"]}>
        {(offered !== null || gift.wrap) && (
          <Checkbox
            label={offered?.name ?? t("checkout.giftWrap")}
            checked={gift.wrap}
            onChange={(wrap) => change({ wrap })}
          >
            {problem ??
              (offered !== null &&
                (offered.price.amount === 0 ? t("checkout.free") : exact(offered.price)))}
          </Checkbox>
        )}
        <TextArea
          label={t("checkout.giftMessage")}
          rows={3}
          optional
          field={GIFT_FIELDS.message}
          hint={t("checkout.giftMessageHint")}
          error={validateField(GIFT_FIELDS.message, gift.message)}
          value={gift.message}
          onChange={(message) => change({ message })}
        />
        <TextArea
          label={t("checkout.deliveryNote")}
          rows={2}
          optional
          field={GIFT_FIELDS.deliveryNote}
          hint={t("checkout.deliveryNoteHint")}
          error={validateField(GIFT_FIELDS.deliveryNote, gift.deliveryNote)}
          value={gift.deliveryNote}
          onChange={(deliveryNote) => change({ deliveryNote })}
        />
      </div>
    </Accordion>
  );
}
