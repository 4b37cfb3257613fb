import { t } from "../../../messages/t";
import { useShop } from "../../../session/session";
import { Panel } from "../../../ui/Panel";
import styles from "./editor.module.css";
import { TextField } from "./fields";
import { useForm } from "./store";

/** What search engines show before they cut it off, in characters. */
const TITLE_LENGTH = 60;
const DESCRIPTION_LENGTH = 160;

const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** The address and the texts for search engines, with a preview. */
export function SearchPanel() {
  const { name: shop } = useShop();
  const form = useForm((now) => now.seoTitle || now.title);
  const description = useForm(
    (now) => now.seoDescription || now.summary || plain(now.descriptionHtml),
  );
  const slug = useForm((now) => now.slug);
  return (
    <Panel title={t("productEditor.search")}>
      <div className={styles.fields}>
        <div className={styles.result} aria-label={t("productEditor.preview")} role="group">
          <p className="small quiet">
            {t("productEditor.address", {
              host: window.location.host,
              slug: slug || t("productEditor.slugFromTitle"),
            })}
          </p>
          <p className={styles.resultTitle}>
            {cut(form ? `${form} · ${shop}` : t("productEditor.noTitle"), TITLE_LENGTH + 10)}
          </p>
          <p className="small">{cut(description, DESCRIPTION_LENGTH)}</p>
        </div>
        <Counted name="seoTitle" length={TITLE_LENGTH} />
        <Counted name="seoDescription" length={DESCRIPTION_LENGTH} />
        <TextField
          name="slug"
          label={t("productEditor.slug")}
          description={t("productEditor.slugHelp")}
        />
      </div>
    </Panel>
  );
}

function Counted({ name, length }: { name: "seoTitle" | "seoDescription"; length: number }) {
  const used = useForm((form) => form[name].length);
  return (
    <TextField
      name={name}
      label={t(name === "seoTitle" ? "productEditor.seoTitle" : "productEditor.seoDescription")}
      description={t("productEditor.length", { used, length })}
      {...(name === "seoTitle" ? {} : { rows: 2, maxLength: 1000 })}
    />
  );
}
