import { Link } from "react-router";
import { t } from "../../messages/t";
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

/** Logos and the icon of browser tabs. */
export function AppearancePanel({ form, onChange, errors, canEdit }: PartProps<Company>) {
  return (
    <Panel title={t("settings.appearance")}>
      <div className={styles.rates}>
        <p className="quiet">
          {t("settings.colourHelp")}{" "}
          <Link className="link" to="/settings/themes">
            {t("settings.themes")}
          </Link>
        </p>
        {PICTURES.map(([name, label]) => {
          const path = form[name];
          return (
            <PictureField
              key={name}
              label={t(label)}
              withAlt={false}
              disabled={!canEdit}
              error={errorAt(errors, name)}
              value={
                path === null
                  ? null
                  : { path, width: 0, height: 0, colour: "", preview: null, alt: "" }
              }
              onChange={(picture) => onChange((now) => ({ ...now, [name]: picture?.path ?? null }))}
            />
          );
        })}
      </div>
    </Panel>
  );
}
