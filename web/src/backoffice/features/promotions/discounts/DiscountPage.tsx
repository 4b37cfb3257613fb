import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useParams } from "react-router";
import { t } from "../../../messages/t";
import { useShop } from "../../../session/session";
import { LoadingHead } from "../../../ui/LoadingHead";
import { Page } from "../../../ui/Page";
import { Editor } from "../Editor";
import { PromotionMenu } from "../PromotionMenu";
import { type Discount, discountQuery } from "../queries";
import { shown } from "../shown";
import { thisMinute } from "../thisMinute";
import { TrialPanel } from "../trial/TrialPanel";
import { useEditing } from "../useEditing";
import { CombiningPanel, ConditionPanel, WhatPanel } from "./DiscountPanels";
import {
  bodyOf,
  type DiscountForm,
  DISCOUNTS,
  discountSummary,
  endDiscount,
  isComplete,
  removeDiscount,
} from "./discountForm";

/** A new automatic discount, or one to edit. */
export default function DiscountPage() {
  const { id } = useParams();
  return (
    <Page>
      {id === undefined ? <DiscountEditor key="new" discount={null} /> : <Stored id={Number(id)} />}
    </Page>
  );
}

function Stored({ id }: { id: number }) {
  const query = useQuery(discountQuery(id));
  return query.data ? (
    <DiscountEditor key={id} discount={query.data} />
  ) : (
    <LoadingHead title={t("promotions.discount")} back="/discounts" query={query} />
  );
}

const LABELS = {
  title: t("promotions.title"),
  kind: t("promotions.kind"),
  priority: t("promotions.priority"),
  group: t("promotions.group"),
  combinesWithCodes: t("promotions.combines"),
  startsAt: t("promotions.startsAt"),
  endsAt: t("promotions.endsAt"),
  minimumPurchase: t("promotions.minimum"),
  percent: t("promotions.percentOff"),
  amount: t("promotions.amountOff"),
  products: t("promotions.products"),
  categories: t("promotions.categories"),
  brands: t("promotions.brands"),
  buyQuantity: t("promotions.buyQuantity"),
  getQuantity: t("promotions.getQuantity"),
  timesPerOrder: t("promotions.timesPerOrder"),
  gift: t("promotions.giftProduct"),
};

interface Copied {
  copy?: DiscountForm;
}

function DiscountEditor({ discount }: { discount: Discount | null }) {
  const { currency, timeZone } = useShop();
  const { state } = useLocation() as { state: Copied | null };
  const editing = useEditing(DISCOUNTS, discount, state?.copy);
  const { base, form } = editing;
  // Names of what was chosen here; the record has those that are stored.
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const titles = { ...base?.titles, ...chosen };
  const part = {
    editing,
    titles,
    onTitles: (more: Record<string, string>) => setChosen((now) => ({ ...now, ...more })),
  };
  return (
    <Editor
      kind="discount"
      editing={editing}
      title={base ? base.title : t("promotions.newDiscount")}
      back="/discounts"
      summary={discountSummary(form, titles, currency, timeZone)}
      labels={LABELS}
      shown={shown}
      createLabel={t("promotions.createDiscount")}
      menu={
        base ? (
          <PromotionMenu
            kind={DISCOUNTS}
            editing={editing}
            stored={base}
            copy={(now) => ({ ...now, startsAt: thisMinute(), endsAt: null })}
            end={base.state === "ended" ? null : endDiscount}
            remove={removeDiscount}
          />
        ) : null
      }
      main={
        <>
          <WhatPanel {...part} />
          <ConditionPanel {...part} />
          <CombiningPanel {...part} />
        </>
      }
      aside={
        <TrialPanel
          discount={isComplete(form) ? bodyOf(form) : null}
          discountId={base?.id ?? null}
        />
      }
    />
  );
}
