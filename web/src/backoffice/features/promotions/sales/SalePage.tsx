import { SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams } from "react-router";
import { fieldErrors } from "../../../api/errors";
import { t } from "../../../messages/t";
import { useShop } from "../../../session/session";
import { LoadingHead } from "../../../ui/LoadingHead";
import { Page } from "../../../ui/Page";
import { Panel } from "../../../ui/Panel";
import { PictureField } from "../../../ui/pictures/PictureField";
import { Editor } from "../Editor";
import { CountField, ScheduleFields } from "../fields";
import { PromotionMenu } from "../PromotionMenu";
import styles from "../promotions.module.css";
import { type Sale, saleQuery } from "../queries";
import { shown } from "../shown";
import { thisMinute } from "../thisMinute";
import { type Editing, useEditing } from "../useEditing";
import { PreviewPanel } from "./PreviewPanel";
import { SaleProducts } from "./SaleProducts";
import { endSale, removeSale, type SaleForm, SALES, saleSummary } from "./saleForm";

/** A new sale, or one to edit. */
export default function SalePage() {
  const { id } = useParams();
  return (
    <Page>
      {id === undefined ? <SaleEditor key="new" sale={null} /> : <Stored id={Number(id)} />}
    </Page>
  );
}

function Stored({ id }: { id: number }) {
  const query = useQuery(saleQuery(id));
  return query.data ? (
    <SaleEditor key={id} sale={query.data} />
  ) : (
    <LoadingHead title={t("promotions.sale")} back="/sales" query={query} />
  );
}

const LABELS = {
  title: t("promotions.title"),
  description: t("promotions.description"),
  percent: t("promotions.percentOff"),
  startsAt: t("promotions.startsAt"),
  endsAt: t("promotions.endsAt"),
  products: t("promotions.products"),
  image: t("promotions.picture"),
  phoneImage: t("promotions.phonePicture"),
};

function SaleEditor({ sale }: { sale: Sale | null }) {
  const { timeZone } = useShop();
  const { state } = useLocation() as { state: { copy?: SaleForm } | null };
  const editing = useEditing(SALES, sale, state?.copy);
  const { base, form } = editing;
  return (
    <Editor
      kind="sale"
      editing={editing}
      title={base ? base.title : t("promotions.newSale")}
      back="/sales"
      summary={saleSummary(form, timeZone)}
      labels={LABELS}
      shown={shown}
      createLabel={t("promotions.createSale")}
      menu={
        base ? (
          <PromotionMenu
            kind={SALES}
            editing={editing}
            stored={base}
            copy={(now) => ({ ...now, startsAt: thisMinute(), endsAt: null })}
            end={base.state === "active" ? endSale : null}
            remove={base.state === "scheduled" ? removeSale : null}
          />
        ) : null
      }
      main={
        <>
          <TermsPanel editing={editing} />
          <SaleProducts editing={editing} />
          <PreviewPanel form={form} saleId={base?.id ?? null} />
        </>
      }
      aside={<PicturesPanel editing={editing} />}
    />
  );
}

type Part = Editing<Sale, SaleForm>;

function TermsPanel({ editing: { form, set, save } }: { editing: Part }) {
  const errors = fieldErrors(save.error);
  return (
    <Panel title={t("promotions.whatItDoes")}>
      <div className={styles.form}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label={t("promotions.title")}
            description={t("promotions.saleTitleHelp")}
            value={form.title}
            maxLength={120}
            error={errors["title"]}
            onChange={({ currentTarget }) => set({ title: currentTarget.value })}
          />
          <CountField
            label={t("promotions.percentOff")}
            description={t("promotions.salePercentHelp")}
            value={form.percent}
            max={99}
            unit="%"
            error={errors["percent"]}
            onChange={(percent) => set({ percent })}
          />
        </SimpleGrid>
        <Textarea
          label={t("promotions.description")}
          description={t("promotions.optional")}
          value={form.description}
          maxLength={2000}
          autosize
          minRows={2}
          error={errors["description"]}
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        />
        <ScheduleFields {...form} onChange={set} errors={errors} />
      </div>
    </Panel>
  );
}

function PicturesPanel({ editing: { form, set, save } }: { editing: Part }) {
  const errors = fieldErrors(save.error);
  return (
    <Panel title={t("promotions.pictures")}>
      <div className={styles.form}>
        <PictureField
          label={t("promotions.picture")}
          value={form.image}
          error={errors["image"]}
          onChange={(image) => set({ image })}
        />
        <PictureField
          label={t("promotions.phonePicture")}
          value={form.phoneImage}
          error={errors["phoneImage"]}
          onChange={(phoneImage) => set({ phoneImage })}
        />
      </div>
    </Panel>
  );
}
