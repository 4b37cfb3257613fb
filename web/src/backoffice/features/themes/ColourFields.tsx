import { Button } from "@mantine/core";
import { useState } from "react";
import { type PlainKey, t } from "../../messages/t";
import { ColourField } from "../../ui/ColourField";
import { Panel } from "../../ui/Panel";
import { Status } from "../../ui/Status";
import { weakestPair } from "./contrast";
import type { Check, ColourName, Overview, Scheme } from "./queries";
import styles from "./Themes.module.css";
import type { ThemeForm } from "./useThemeForm";

const GROUPS: readonly { title: PlainKey; names: readonly ColourName[] }[] = [
  { title: "themes.brand", names: ["primary", "onPrimary"] },
  { title: "themes.text", names: ["ink", "ink2", "ink3"] },
  { title: "themes.surfaces", names: ["page", "raised", "tint", "ground", "line", "lineStrong"] },
  { title: "themes.meanings", names: ["sale", "good", "bad"] },
];

export const COLOUR_NAMES: Readonly<Record<ColourName, PlainKey>> = {
  primary: "themes.primary",
  onPrimary: "themes.onPrimary",
  ink: "themes.ink",
  ink2: "themes.ink2",
  ink3: "themes.ink3",
  page: "themes.page",
  raised: "themes.raised",
  tint: "themes.tint",
  ground: "themes.ground",
  line: "themes.line",
  lineStrong: "themes.lineStrong",
  sale: "themes.sale",
  good: "themes.good",
  bad: "themes.bad",
};

interface Props {
  theme: ThemeForm;
  scheme: Scheme;
  overview: Overview;
  canEdit: boolean;
}

/** The colours of one scheme, each with the contrast that it has. */
export function ColourFields({ theme, scheme, overview, canEdit }: Props) {
  const check = theme.check.data;
  const derived = check?.colours[scheme] ?? overview.standardColours[scheme] ?? {};
  const own = Object.fromEntries(
    Object.entries(theme.form.tokens[scheme]).filter(([, value]) => value !== null),
  ) as Record<string, string>;
  const colours = { ...derived, ...own };
  return GROUPS.map(({ title, names }) => (
    <Panel key={title} title={t(title)}>
      <div className={styles.colours}>
        {names.map((name) => (
          <ColourOf
            key={`${scheme}-${name}`}
            name={name}
            value={theme.form.tokens[scheme][name]}
            colours={colours}
            overview={overview}
            proposal={proposalFor(check, scheme, name)}
            canEdit={canEdit}
            onChange={(value) => theme.setColour(scheme, name, value)}
          />
        ))}
      </div>
    </Panel>
  ));
}

function proposalFor(check: Check | undefined, scheme: Scheme, name: string): string | undefined {
  return check?.findings.find((one) => one.scheme === scheme && one.front === name)?.proposal;
}

interface FieldProps {
  name: ColourName;
  value: string | null;
  colours: Readonly<Record<string, string>>;
  overview: Overview;
  proposal: string | undefined;
  canEdit: boolean;
  onChange: (value: string | null) => void;
}

const HEX = /^#[\da-f]{6}$/i;

function ColourOf({ name, value, colours, overview, proposal, canEdit, onChange }: FieldProps) {
  const label = t(COLOUR_NAMES[name]);
  // Until it is a colour.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className={styles.colour}>
      <ColourField
        label={label}
        value={typed ?? value ?? ""}
        derived={colours[name] ?? ""}
        readOnly={!canEdit}
        onBlur={() => setTyped(null)}
        onChange={(next) => {
          const isComplete = next === "" || HEX.test(next);
          setTyped(isComplete ? null : next);
          if (isComplete) onChange(next === "" ? null : next.toLowerCase());
        }}
      />
      {canEdit && value !== null ? (
        <Button variant="subtle" size="compact-xs" onClick={() => onChange(null)}>
          {t("themes.reset")}
          <span className="visually-hidden"> {label}</span>
        </Button>
      ) : null}
      <Contrast
        name={name}
        colours={colours}
        overview={overview}
        proposal={canEdit ? proposal : undefined}
        onChange={onChange}
      />
    </div>
  );
}

type ContrastProps = Pick<FieldProps, "name" | "colours" | "overview" | "proposal" | "onChange">;

/** The least contrast of a colour. Measured here at once; the server proposes a better colour. */
function Contrast({ name, colours, overview, proposal, onChange }: ContrastProps) {
  const weakest = weakestPair(overview.pairs, colours, name);
  if (weakest === null) return null;
  const { ratio, minimum, back } = weakest;
  const figures = {
    // Rounded down: 4.499 is not 4.5.
    ratio: (Math.floor(ratio * 100) / 100).toFixed(2),
    minimum,
    back: t(COLOUR_NAMES[back as ColourName]).toLowerCase(),
  };
  if (ratio >= minimum) return <p className="tiny quiet">{t("themes.contrastGood", figures)}</p>;
  return (
    <div role="group" aria-label={t("themes.contrastOf", { name: t(COLOUR_NAMES[name]) })}>
      <Status shape="late" tone="bad" text={t("themes.contrastBad", figures)} />
      {proposal ? (
        <Button variant="subtle" className={styles.proposal} onClick={() => onChange(proposal)}>
          <span className={styles.swatch} style={{ background: proposal }} />
          {t("themes.useProposal", { colour: proposal })}
        </Button>
      ) : null}
    </div>
  );
}
