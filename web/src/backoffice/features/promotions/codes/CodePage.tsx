import { Checkbox, SimpleGrid, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams } from "react-router";
import { fieldErrors } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useShop } from "../../../session/session";
import { LoadingHead } from "../../../ui/LoadingHead";
import { Page } from "../../../ui/Page";
import { Panel } from "../../../ui/Panel";
import { Editor } from "../Editor";
import { CountField, MoneyField, ReductionFields, ScheduleFields } from "../fields";
import { PromotionMenu } from "../PromotionMenu";
import styles from "../promotions.module.css";
import { codeQuery, type PromoCode } from "../queries";
import { shown } from "../shown";
import { thisMinute } from "../thisMinute";
import { TrialPanel } from "../trial/TrialPanel";
import { type Editing, useEditing } from "../useEditing";
import { bodyOf, type CodeForm, CODES, codeSummary, endCode, removeCode } from "./codeForm";
import { UsesPanel } from "./UsesPanel";

/** A new promo code, or one to edit. */
export default function CodePage() {
  const { id } = useParams();
  return (
    <Page>
      {id === undefined ? <CodeEditor key="new" code={null} /> : <Stored id={Number(id)} />}
    </Page>
  );
}

function Stored({ id }: { id: number }) {
  const query = useQuery(codeQuery(id));
  return query.data ? (
    <CodeEditor key={id} code={query.data} />
  ) : (
    <LoadingHead title={t("promotions.code")} back="/promotions" query={query} />
  );
}

const LABELS = {
  title: t("promotions.title"),
  isPercent: t("promotions.reduction"),
  percent: t("promotions.percentOff"),
  amount: t("promotions.amountOff"),
  minimumPurchase: t("promotions.minimum"),
  startsAt: t("promotions.startsAt"),
  endsAt: t("promotions.endsAt"),
  totalUses: t("promotions.totalUses"),
  usesPerCustomer: t("promotions.usesPerCustomer"),
  public: t("promotions.public"),
};

function CodeEditor({ code }: { code: PromoCode | null }) {
  const { currency, timeZone } = useShop();
  const { state } = useLocation() as { state: { copy?: CodeForm } | null };
  const editing = useEditing(CODES, code, state?.copy);
  const { base, form } = editing;
  const draft = form.code.length > 1 && form.title !== "" ? bodyOf(form) : null;
  return (
    <Editor
      kind="promotion"
      editing={editing}
      title={base ? base.code : t("promotions.newCode")}
      back="/promotions"
      summary={codeSummary(form, currency, timeZone)}
      labels={LABELS}
      shown={shown}
      createLabel={t("promotions.createCode")}
      menu={
        base ? (
          <PromotionMenu
            kind={CODES}
            editing={editing}
            stored={base}
            copy={(now) => ({ ...now, code: "", startsAt: thisMinute(), endsAt: null })}
            end={base.state === "ended" ? null : endCode}
            remove={base.hasUses || base.batchId !== null ? null : removeCode}
          />
        ) : null
      }
      main={
        <>
          <CodePanel editing={editing} />
          <LimitsPanel editing={editing} />
          {base ? <UsesPanel codeId={base.id} /> : null}
        </>
      }
      aside={<TrialPanel code={draft} />}
    />
  );
}

type Part = Editing<PromoCode, CodeForm>;

function CodePanel({ editing: { base, form, set, save } }: { editing: Part }) {
  const errors = fieldErrors(save.error);
  return (
    <Panel title={t("promotions.whatItDoes")}>
      <div className={styles.form}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label={t("promotions.code")}
            description={t("promotions.codeHelp")}
            value={form.code}
            readOnly={base !== null}
            maxLength={40}
            error={errors["code"]}
            data-autofocus={base === null || undefined}
            onChange={({ currentTarget }) => set({ code: currentTarget.value.toUpperCase() })}
          />
          <TextInput
            label={t("promotions.title")}
            description={t("promotions.titleHelp")}
            value={form.title}
            maxLength={120}
            error={errors["title"]}
            onChange={({ currentTarget }) => set({ title: currentTarget.value })}
          />
        </SimpleGrid>
        <ReductionFields {...form} onChange={set} errors={errors} />
        <MoneyField
          label={t("promotions.minimum")}
          description={t("promotions.optional")}
          value={form.minimumPurchase}
          error={errors["minimumPurchase"]}
          onChange={(minimumPurchase) => set({ minimumPurchase })}
        />
        <ScheduleFields {...form} onChange={set} errors={errors} />
      </div>
    </Panel>
  );
}

function LimitsPanel({ editing: { base, form, set, save } }: { editing: Part }) {
  const errors = fieldErrors(save.error);
  const isBelow = base !== null && form.totalUses !== null && form.totalUses <= base.used;
  return (
    <Panel title={t("promotions.limits")}>
      <div className={styles.form}>
        <div className={styles.pair}>
          <CountField
            label={t("promotions.totalUses")}
            description={t("promotions.noLimit")}
            value={form.totalUses}
            error={errors["totalUses"]}
            onChange={(totalUses) => set({ totalUses })}
          />
          <CountField
            label={t("promotions.usesPerCustomer")}
            description={t("promotions.noLimit")}
            value={form.usesPerCustomer}
            error={errors["usesPerCustomer"]}
            onChange={(usesPerCustomer) => set({ usesPerCustomer })}
          />
        </div>
        {isBelow ? (
          <p className="small" role="status">
            {t("promotions.limitReached", { count: base.used })}
          </p>
        ) : null}
        <Checkbox
          label={t("promotions.public")}
          description={t("promotions.publicHelp")}
          checked={form.public}
          onChange={({ currentTarget }) => set({ public: currentTarget.checked })}
        />
      </div>
    </Panel>
  );
}
