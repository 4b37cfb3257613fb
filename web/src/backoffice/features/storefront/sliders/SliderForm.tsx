import { TextInput } from "@mantine/core";
import { t } from "../../../messages/t";
import { DetailColumns, Panel } from "../../../ui/Panel";
import { PictureField } from "../../../ui/pictures/PictureField";
import { HandPicker } from "../collections/HandPicker";
import { ScheduleFields } from "../layout/ScheduleFields";
import { type SliderDraft, sliderInputOf } from "./drafts";
import { LivePreview } from "./LivePreview";
import { layoutProductsQuery, sliderPreviewQuery } from "./queries";
import styles from "./sliders.module.css";

interface Props {
  draft: SliderDraft;
  change: (changed: Partial<SliderDraft>) => void;
  errors: Record<string, string>;
  disabled: boolean;
  /** It has no address yet. */
  isNew?: boolean;
}

/** Everything of a slider, and how it looks. */
export function SliderForm(props: Props) {
  const { draft, change, disabled } = props;
  return (
    <DetailColumns
      panelOpen
      main={
        <>
          <Texts {...props} />
          <Panel title={t("sliders.pictures")}>
            <Pictures {...props} />
          </Panel>
          <Panel title={t("sliders.leadsTo")}>
            <p className="small quiet">{t("sliders.sliderProductsHelp")}</p>
            <HandPicker
              products={draft.products}
              onChange={(products) => change({ products })}
              disabled={disabled}
              choices={layoutProductsQuery}
            />
          </Panel>
        </>
      }
      aside={<LivePreview input={sliderInputOf(draft)} queryOf={sliderPreviewQuery} />}
    />
  );
}

function Texts({ draft, change, errors, disabled, isNew = false }: Props) {
  const text = (name: "title" | "subtitle" | "callToAction" | "slug") => ({
    value: draft[name],
    error: errors[name],
    disabled,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value }),
  });
  return (
    <Panel title={t("storefront.about")}>
      <div className={styles.fields}>
        <TextInput label={t("layout.title")} maxLength={300} {...text("title")} />
        <TextInput label={t("layout.subtitle")} maxLength={500} {...text("subtitle")} />
        <TextInput
          label={t("layout.button")}
          description={t("layout.buttonHelp")}
          maxLength={60}
          {...text("callToAction")}
        />
        <ScheduleFields value={draft} onChange={change} disabled={disabled} />
        {errors["endsAt"] ? <p className="bad small">{errors["endsAt"]}</p> : null}
        <TextInput
          label={t("storefront.slug")}
          description={t(isNew ? "storefront.slugDefault" : "storefront.slugHelp")}
          maxLength={255}
          {...text("slug")}
        />
      </div>
    </Panel>
  );
}

function Pictures({ draft, change, errors, disabled }: Props) {
  return (
    <div className={styles.pictures}>
      <PictureField
        label={t("layout.picture")}
        value={draft.image}
        error={errors["image"]}
        disabled={disabled}
        onChange={(image) => change({ image })}
      />
      <PictureField
        label={t("layout.phonePicture")}
        description={t("layout.phonePictureHelp")}
        value={draft.phoneImage}
        error={errors["phoneImage"]}
        disabled={disabled}
        withAlt={false}
        onChange={(phoneImage) => change({ phoneImage })}
      />
    </div>
  );
}
