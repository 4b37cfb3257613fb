import { Select, SegmentedControl, Slider } from "@mantine/core";
import { type PlainKey, t } from "../../messages/t";
import { Panel } from "../../ui/Panel";
import type { Tokens } from "./queries";
import styles from "./Themes.module.css";
import type { ThemeForm } from "./useThemeForm";

const FAMILIES: Readonly<Record<Tokens["family"], PlainKey>> = {
  hanken: "themes.hanken",
  system: "themes.system",
  humanist: "themes.humanist",
  geometric: "themes.geometric",
  classical: "themes.classical",
  slab: "themes.slab",
  serif: "themes.serif",
};
const FAMILY_OPTIONS = Object.entries(FAMILIES).map(([value, key]) => ({ value, label: t(key) }));

const DENSITIES = [
  { value: "compact", label: t("themes.compact") },
  { value: "regular", label: t("themes.regular") },
  { value: "airy", label: t("themes.airy") },
] as const;

const BUTTONS = [
  { value: "square", label: t("themes.square") },
  { value: "corner", label: t("themes.asCorners") },
  { value: "pill", label: t("themes.pill") },
] as const;

interface Props {
  theme: ThemeForm;
  canEdit: boolean;
}

/** Typefaces and the size of text. */
export function TypePanel({ theme, canEdit }: Props) {
  const { tokens } = theme.form;
  const familyOf = (value: string | null) => value as Tokens["family"];
  return (
    <Panel title={t("themes.type")}>
      <div className={styles.fields}>
        <Select
          label={t("themes.family")}
          description={t("themes.familyHelp")}
          allowDeselect={false}
          disabled={!canEdit}
          data={FAMILY_OPTIONS}
          value={tokens.family}
          onChange={(value) => theme.setTokens({ family: familyOf(value) })}
        />
        <Select
          label={t("themes.headingFamily")}
          allowDeselect={false}
          disabled={!canEdit}
          data={FAMILY_OPTIONS}
          value={tokens.headingFamily}
          onChange={(value) => theme.setTokens({ headingFamily: familyOf(value) })}
        />
        <Range
          label={t("themes.scale")}
          unit="%"
          min={90}
          max={125}
          step={5}
          disabled={!canEdit}
          value={tokens.scale}
          onChange={(scale) => theme.setTokens({ scale })}
        />
      </div>
    </Panel>
  );
}

/** Spacing, corners and the shape of buttons. */
export function ShapePanel({ theme, canEdit }: Props) {
  const { tokens } = theme.form;
  return (
    <Panel title={t("themes.shape")}>
      <div className={styles.fields}>
        <Choice label={t("themes.density")}>
          <SegmentedControl
            aria-label={t("themes.density")}
            disabled={!canEdit}
            data={[...DENSITIES]}
            value={tokens.density}
            onChange={(density) => theme.setTokens({ density })}
          />
        </Choice>
        <Range
          label={t("themes.corner")}
          unit=" px"
          min={0}
          max={24}
          step={1}
          disabled={!canEdit}
          value={tokens.corner}
          onChange={(corner) => theme.setTokens({ corner })}
        />
        <Choice label={t("themes.button")}>
          <SegmentedControl
            aria-label={t("themes.button")}
            disabled={!canEdit}
            data={[...BUTTONS]}
            value={tokens.button}
            onChange={(button) => theme.setTokens({ button })}
          />
        </Choice>
      </div>
    </Panel>
  );
}

function Choice({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className={styles.choice}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      {children}
    </div>
  );
}

interface RangeProps {
  label: string;
  unit: string;
  min: number;
  max: number;
  step: number;
  disabled: boolean;
  value: number;
  onChange: (value: number) => void;
}

function Range({ label, unit, value, ...props }: RangeProps) {
  return (
    <div className={styles.choice}>
      <span className={styles.label} aria-hidden>
        {label} <span className="quiet">{`${value}${unit}`}</span>
      </span>
      <Slider {...props} value={value} label={null} thumbLabel={label} />
    </div>
  );
}
