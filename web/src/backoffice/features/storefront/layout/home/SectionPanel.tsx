import { ActionIcon, NumberInput, SegmentedControl, Select, Switch } from "@mantine/core";
import { Link } from "react-router";
import { t } from "../../../../messages/t";
import { Icon } from "../../../../ui/Icon";
import { Panel } from "../../../../ui/Panel";
import { RichText } from "../../../../ui/RichText";
import styles from "../layout.module.css";
import type { HomePageDetails, Section } from "../queries";
import { ScheduleFields } from "../ScheduleFields";
import type { Names } from "../TargetField";
import { BannerFields } from "./BannerFields";
import { type FieldsProps, TitleField } from "./fields";
import { ProductsFields } from "./ProductsFields";
import { KIND_NAMES } from "./sections";
import { TilesFields } from "./TilesFields";

interface Props {
  section: Section;
  details: HomePageDetails;
  names: Names;
  disabled: boolean;
  onBack: () => void;
  onChange: (section: Section) => void;
}

/** The fields of one section. */
export function SectionPanel({ section, details, names, disabled, onBack, onChange }: Props) {
  const change = (changed: object) => onChange({ ...section, ...changed });
  return (
    <Panel>
      <div className={styles.form}>
        <div className={styles.head}>
          <ActionIcon aria-label={t("layout.back")} onClick={onBack}>
            <Icon name="left" small />
          </ActionIcon>
          <h2>{t(KIND_NAMES[section.kind])}</h2>
        </div>
        <KindFields {...{ section, details, names, disabled, change }} />
        <Switch
          label={t("layout.hiddenLabel")}
          checked={section.hidden ?? false}
          disabled={disabled}
          onChange={({ currentTarget }) => change({ hidden: currentTarget.checked })}
        />
        <ScheduleFields value={section} onChange={change} disabled={disabled} />
      </div>
    </Panel>
  );
}

type KindProps = Pick<Props, "section" | "details" | "names" | "disabled"> & {
  change: (changed: object) => void;
};

function KindFields({ section, details, ...rest }: KindProps) {
  switch (section.kind) {
    case "banner":
      return <BannerFields section={section} {...rest} />;
    case "products":
      return <ProductsFields section={section} {...rest} />;
    case "tiles":
      return <TilesFields section={section} {...rest} />;
    case "text":
      return <TextFields section={section} {...rest} />;
    case "journal":
      return <JournalFields section={section} {...rest} />;
    case "feature":
      return <FeatureFields section={section} details={details} {...rest} />;
    case "sliders":
      return (
        <p className="quiet">
          {t("layout.slidersHelp", { count: details.sliders })}{" "}
          <Link className="link" to="/storefront/sliders">
            {t("sliders.openSliders")}
          </Link>
        </p>
      );
    case "sales":
      return <p className="quiet">{t("layout.salesHelp")}</p>;
  }
}

function FeatureFields(props: FieldsProps<"feature"> & Pick<Props, "details">) {
  const { section, details, disabled, change } = props;
  return (
    <>
      <Select
        label={t("layout.feature")}
        description={t("layout.featureHelp")}
        allowDeselect={false}
        disabled={disabled}
        data={details.features.map(({ id, title }) => ({ value: String(id), label: title }))}
        value={String(section.sectionId)}
        onChange={(id) => change({ sectionId: Number(id) })}
      />
      <Link className="link" to={`/storefront/sliders/sections/${section.sectionId}`}>
        {t("sliders.openSection")}
      </Link>
    </>
  );
}

function TextFields({ section, change, disabled }: FieldsProps<"text">) {
  return (
    <>
      <TitleField
        value={section.title}
        disabled={disabled}
        onChange={(title) => change({ title })}
      />
      <RichText
        label={t("layout.text")}
        value={section.html ?? ""}
        disabled={disabled}
        onChange={(html) => change({ html })}
      />
      <SegmentedControl
        aria-label={t("layout.align")}
        disabled={disabled}
        value={section.align ?? "start"}
        onChange={(align) => change({ align: align })}
        data={[
          { value: "start", label: t("layout.alignStart") },
          { value: "center", label: t("layout.alignCenter") },
        ]}
      />
    </>
  );
}

function JournalFields({ section, change, disabled }: FieldsProps<"journal">) {
  return (
    <>
      <TitleField
        value={section.title}
        description={t("layout.usualTitle")}
        disabled={disabled}
        onChange={(title) => change({ title })}
      />
      <NumberInput
        label={t("layout.articles")}
        min={1}
        max={6}
        clampBehavior="strict"
        allowDecimal={false}
        disabled={disabled}
        value={section.count ?? 3}
        onChange={(count) => change({ count: Number(count) || 1 })}
      />
    </>
  );
}
