import { Checkbox, Radio, Stack, TextInput } from "@mantine/core";
import { fieldErrors } from "../../../api/errors";
import { t } from "../../../messages/t";
import { Panel } from "../../../ui/Panel";
import { CountField, MoneyField, ReductionFields, ScheduleFields } from "../fields";
import { ProductFinder } from "../pickers/ProductFinder";
import { ScopePicker } from "../pickers/ScopePicker";
import styles from "../promotions.module.css";
import type { Discount } from "../queries";
import type { Editing } from "../useEditing";
import type { DiscountForm } from "./discountForm";
import { KIND_NAMES, KINDS } from "./kinds";

interface Props {
  editing: Editing<Discount, DiscountForm>;
  titles: Record<string, string>;
  onTitles: (titles: Record<string, string>) => void;
}

/** Name, kind and what becomes cheaper. */
export function WhatPanel(props: Props) {
  const { form, set, save } = props.editing;
  const errors = fieldErrors(save.error);
  return (
    <Panel title={t("promotions.whatItDoes")}>
      <div className={styles.form}>
        <TextInput
          label={t("promotions.title")}
          description={t("promotions.titleHelp")}
          value={form.title}
          maxLength={120}
          error={errors["title"]}
          onChange={({ currentTarget }) => set({ title: currentTarget.value })}
        />
        <Radio.Group
          label={t("promotions.kind")}
          value={form.kind}
          onChange={(kind) => set({ kind: kind })}
        >
          <Stack gap="xs" mt="xs">
            {KINDS.map((kind) => (
              <Radio key={kind} value={kind} label={t(KIND_NAMES[kind])} />
            ))}
          </Stack>
        </Radio.Group>
        {form.kind === "amount_off" ? (
          <ReductionFields {...form} onChange={set} errors={errors} />
        ) : null}
        {form.kind === "buy_x_get_y" ? <SetFields {...props} /> : null}
        {form.kind === "free_gift" ? <GiftField {...props} /> : null}
        <ScheduleFields {...form} onChange={set} errors={errors} />
      </div>
    </Panel>
  );
}

function SetFields({ editing: { form, set, save }, titles, onTitles }: Props) {
  const errors = fieldErrors(save.error);
  return (
    <>
      <div className={styles.pair}>
        <CountField
          label={t("promotions.buyQuantity")}
          value={form.buyQuantity}
          error={errors["buyQuantity"]}
          onChange={(buyQuantity) => set({ buyQuantity })}
        />
        <CountField
          label={t("promotions.getQuantity")}
          value={form.getQuantity}
          error={errors["getQuantity"]}
          onChange={(getQuantity) => set({ getQuantity })}
        />
        <CountField
          label={t("promotions.percentOff")}
          value={form.percent}
          max={100}
          unit="%"
          error={errors["percent"]}
          onChange={(percent) => set({ percent })}
        />
        <CountField
          label={t("promotions.timesPerOrder")}
          value={form.timesPerOrder}
          error={errors["timesPerOrder"]}
          onChange={(timesPerOrder) => set({ timesPerOrder })}
        />
      </div>
      <div className="strong">{t("promotions.cheaper")}</div>
      <p className="small quiet">{t("promotions.cheaperHelp")}</p>
      <ScopePicker
        scope={{
          products: form.getProducts,
          categories: form.getCategories,
          brands: form.getBrands,
        }}
        titles={titles}
        errors={errors}
        prefix="get"
        onChange={({ products, categories, brands }, more) => {
          set({
            ...(products ? { getProducts: products } : {}),
            ...(categories ? { getCategories: categories } : {}),
            ...(brands ? { getBrands: brands } : {}),
          });
          if (more) onTitles(more);
        }}
      />
    </>
  );
}

function GiftField({ editing: { form, set, save }, titles, onTitles }: Props) {
  const error = fieldErrors(save.error)["gift"];
  return (
    <div>
      <ProductFinder
        label={t("promotions.giftProduct")}
        onChoose={({ slug, title }) => {
          set({ gift: slug, giftOptions: [] });
          onTitles({ [slug]: title });
        }}
      />
      {form.gift === null ? null : (
        <p className="strong">
          {[titles[form.gift] ?? form.gift, ...form.giftOptions].join(" · ")}
        </p>
      )}
      {error ? <p className="bad small">{error}</p> : null}
      <p className="small quiet">{t("promotions.giftHelp")}</p>
    </div>
  );
}

/** What has to be in the cart. */
export function ConditionPanel({ editing: { form, set, save }, titles, onTitles }: Props) {
  const errors = fieldErrors(save.error);
  const { products, categories, brands } = form;
  return (
    <Panel title={t("promotions.conditions")}>
      <div className={styles.form}>
        <p className="small quiet">{t("promotions.scopeHelp")}</p>
        <ScopePicker
          scope={{ products, categories, brands }}
          titles={titles}
          errors={errors}
          onChange={(scope, more) => {
            set(scope);
            if (more) onTitles(more);
          }}
        />
        <div className={styles.pair}>
          <MoneyField
            label={t("promotions.minimum")}
            value={form.minimumPurchase}
            error={errors["minimumPurchase"]}
            onChange={(minimumPurchase) => set({ minimumPurchase })}
          />
          {form.kind === "buy_x_get_y" ? null : (
            <CountField
              label={t("promotions.minimumUnits")}
              value={form.buyQuantity}
              error={errors["buyQuantity"]}
              onChange={(buyQuantity) => set({ buyQuantity })}
            />
          )}
        </div>
      </div>
    </Panel>
  );
}

/** Order, group and promo codes. */
export function CombiningPanel({ editing: { form, set, save } }: Props) {
  const errors = fieldErrors(save.error);
  return (
    <Panel title={t("promotions.combining")}>
      <div className={styles.form}>
        <CountField
          label={t("promotions.priority")}
          description={t("promotions.priorityHelp")}
          value={form.priority}
          min={-1000}
          max={1000}
          error={errors["priority"]}
          onChange={(priority) => set({ priority })}
        />
        {form.kind === "free_gift" ? null : (
          <TextInput
            label={t("promotions.group")}
            description={t("promotions.groupHelp")}
            value={form.group}
            maxLength={60}
            error={errors["group"]}
            onChange={({ currentTarget }) => set({ group: currentTarget.value })}
          />
        )}
        <Checkbox
          label={t("promotions.combines")}
          description={t("promotions.combinesHelp")}
          checked={form.combinesWithCodes}
          onChange={({ currentTarget }) => set({ combinesWithCodes: currentTarget.checked })}
        />
      </div>
    </Panel>
  );
}
