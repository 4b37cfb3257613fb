import { useQuery } from "@tanstack/react-query";
import { t } from "../../messages/t";
import { CopyText } from "../../ui/CopyText";
import { ErrorNote } from "../../ui/ErrorPanel";
import { Panel } from "../../ui/Panel";
import { legalTextsQuery } from "./queries";
import styles from "./settings.module.css";

const NAMES = {
  imprint: "settings.imprint",
  terms: "settings.terms",
  privacy: "settings.privacy",
  withdrawal: "settings.withdrawal",
  returns: "settings.returns",
  delivery: "settings.deliveryText",
} as const;

/** The texts that shops of this country usually need, with drafts to check. */
export function LegalTextsPanel() {
  const { data, error } = useQuery(legalTextsQuery);
  return (
    <Panel title={t("settings.legalTexts")}>
      <p className="quiet small">{t("settings.notLegalAdvice")}</p>
      <ErrorNote error={error} />
      <ul className={styles.history}>
        {data?.map((text) => (
          <li key={text.kind}>
            <details>
              <summary>
                {t(NAMES[text.kind])}
                {text.isRequired ? (
                  <span className="quiet small"> · {t("settings.required")}</span>
                ) : null}
              </summary>
              {text.reason === "" ? null : <p className="tiny quiet">{text.reason}</p>}
              <pre className={styles.draft}>{text.draft}</pre>
              <CopyText text={text.draft}>{t("settings.copyDraft")}</CopyText>
            </details>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
