import { Button, Select, TextInput } from "@mantine/core";
import { t } from "../../messages/t";
import { Panel } from "../../ui/Panel";
import { countryOptions } from "../../ui/countries";
import { errorAt, type PartProps, replaced, without } from "./props";
import type { Company } from "./queries";
import styles from "./settings.module.css";

type Props = PartProps<Company>;

const TEXTS = [
  ["name", "settings.shopName"],
  ["legalName", "settings.legalName"],
  ["tagline", "settings.tagline"],
  ["email", "settings.email"],
  ["phone", "settings.phone"],
  ["taxNumber", "settings.taxNumber"],
] as const;

const HELP = {
  legalName: "settings.legalNameHelp",
  taxNumber: "settings.taxNumberHelp",
  email: "settings.emailHelp",
} as const;

export function ContactPanel({ form, onChange, errors, canEdit }: Props) {
  return (
    <Panel title={t("settings.details")}>
      <div className={styles.rates}>
        {TEXTS.map(([name, label]) => (
          <TextInput
            key={name}
            label={t(label)}
            {...(name in HELP ? { description: t(HELP[name as keyof typeof HELP]) } : {})}
            value={form[name]}
            readOnly={!canEdit}
            error={errorAt(errors, name)}
            inputWrapperOrder={["label", "input", "description", "error"]}
            onChange={(event) => {
              const value = event.currentTarget.value;
              onChange((now) => ({ ...now, [name]: value }));
            }}
          />
        ))}
      </div>
    </Panel>
  );
}

const ADDRESS = [
  ["line1", "settings.line1"],
  ["line2", "settings.line2"],
  ["postalCode", "settings.postalCode"],
  ["city", "settings.city"],
  ["state", "settings.state"],
] as const;

export function AddressPanel({ form, onChange, errors, canEdit }: Props) {
  const address = (form.address ?? {}) as Record<string, string>;
  const set = (name: string, value: string) =>
    onChange((now) => ({ ...now, address: { ...EMPTY, ...now.address, [name]: value } }));
  return (
    <Panel title={t("settings.address")}>
      <div className={styles.rates}>
        {ADDRESS.map(([name, label]) => (
          <TextInput
            key={name}
            label={t(label)}
            value={address[name] ?? ""}
            readOnly={!canEdit}
            error={errorAt(errors, `address.${name}`)}
            onChange={(event) => set(name, event.currentTarget.value)}
          />
        ))}
        <Select
          label={t("settings.country")}
          data={[...countryOptions]}
          value={address["country"] || null}
          searchable
          clearable
          readOnly={!canEdit}
          onChange={(value) => set("country", value ?? "")}
        />
      </div>
    </Panel>
  );
}

const EMPTY = { line1: "", line2: "", city: "", state: "", postalCode: "", country: "" };

export function SocialPanel({ form, onChange, errors, canEdit }: Props) {
  const links = form.socialLinks;
  const set = (socialLinks: Company["socialLinks"]) => onChange((now) => ({ ...now, socialLinks }));
  return (
    <Panel
      title={t("settings.social")}
      actions={
        canEdit ? (
          <Button onClick={() => set([...links, { name: "", url: "" }])}>
            {t("settings.addLink")}
          </Button>
        ) : null
      }
    >
      {links.length === 0 ? <p className="quiet small">{t("settings.noLinks")}</p> : null}
      <ul className={styles.rows}>
        {links.map((link, index) => (
          <li key={index} className={styles.fields}>
            <TextInput
              label={t("settings.linkName")}
              value={link["name"] ?? ""}
              readOnly={!canEdit}
              error={errorAt(errors, `socialLinks.${index}.name`)}
              onChange={(event) =>
                set(replaced(links, index, { ...link, name: event.currentTarget.value }))
              }
            />
            <TextInput
              className={styles.grow}
              label={t("settings.linkUrl")}
              type="url"
              value={link["url"] ?? ""}
              readOnly={!canEdit}
              error={errorAt(errors, `socialLinks.${index}.url`)}
              onChange={(event) =>
                set(replaced(links, index, { ...link, url: event.currentTarget.value }))
              }
            />
            {canEdit ? (
              <Button
                variant="subtle"
                aria-label={t("settings.removeNamed", { name: link["name"] ?? "" })}
                onClick={() => set(without(links, index))}
              >
                {t("settings.remove")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
