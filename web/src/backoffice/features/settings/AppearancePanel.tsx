import { t } from "../../messages/t";
import { ColourField } from "../../ui/ColourField";
import { Panel } from "../../ui/Panel";
import { PictureField } from "../../ui/pictures/PictureField";
import { errorAt, type PartProps } from "./props";
import type { Company } from "./queries";
import styles from "./settings.module.css";

const PICTURES = [
  ["logo", "settings.logo"],
  ["logoDark", "settings.logoDark"],
  ["favicon", "settings.favicon"],
] as const;

/** Colour, logos and the icon of browser tabs. */
export function AppearancePanel({ form, onChange, errors, canEdit }: PartProps<Company>) {
  return (
    <Panel title={t("settings.appearance")}>
      <div className={styles.rates}>
        <ColourField
          label={t("settings.colour")}
          description={t("settings.colourHelp")}
          value={form.primaryColour ?? ""}
          readOnly={!canEdit}
          error={errorAt(errors, "primaryColour")}
          onChange={(value) =>
            onChange((now) => ({ ...now, primaryColour: value === "" ? null : value }))
          }
        />
        {PICTURES.map(([name, label]) => {
          const path = form[name];
          return (
            <PictureField
              key={name}
              label={t(label)}
              withAlt={false}
              disabled={!canEdit}
              error={errorAt(errors, name)}
              value={path === null ? null : { path, width: 0, height: 0, colour: "", alt: "" }}
              onChange={(picture) => onChange((now) => ({ ...now, [name]: picture?.path ?? null }))}
            />
          );
        })}
      </div>
    </Panel>
  );
}
