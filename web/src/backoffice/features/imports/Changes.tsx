import { t } from "../../messages/t";
import { Icon } from "../../ui/Icon";
import styles from "./imports.module.css";
import { fieldName, partName } from "./names";
import type { ImportChange } from "./queries";

/** "Variant Small, price": what a change is about. */
function nameOf({ field, item, part }: ImportChange): string {
  const name = fieldName(field);
  const what = item === "" || item === "1" ? name : `${name} ${item}`;
  return part === "" ? what : `${what}, ${partName(part)}`;
}

/** What changes of a product, from which value to which. */
export function Changes({ changes, more }: { changes: readonly ImportChange[]; more: number }) {
  if (changes.length === 0) return null;
  return (
    <ul className={styles.changes}>
      {changes.map((change, index) => (
        <li key={index}>
          <span className="quiet">{nameOf(change)}</span>
          <span className={styles.values}>
            {change.before === "" ? null : (
              <>
                <del>{change.before}</del>
                <Icon name="right" small />
                <span className="visually-hidden">{t("imports.to")}</span>
              </>
            )}
            {change.after === "" ? (
              <span className="quiet">{t("imports.nothingBefore")}</span>
            ) : (
              <ins>{change.after}</ins>
            )}
          </span>
        </li>
      ))}
      {more > 0 ? <li className="quiet">{t("imports.moreChanges", { count: more })}</li> : null}
    </ul>
  );
}
