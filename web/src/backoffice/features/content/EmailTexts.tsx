import { Button, Textarea, TextInput } from "@mantine/core";
import { t } from "../../messages/t";
import { useOnline } from "../../session/online";
import { ChangeHistory } from "../../ui/ChangeHistory";
import { Panel } from "../../ui/Panel";
import styles from "./content.module.css";
import type { EmailDetails } from "./queries";

interface Props {
  email: EmailDetails;
  texts: Readonly<Record<string, string>>;
  disabled: boolean;
  errors: Readonly<Record<string, string>>;
  onChange: (name: string, text: string) => void;
  /** Makes all texts the default ones. */
  onReset: () => void;
}

/** The texts of an email with their placeholders. */
export function EmailTexts({ email, texts, disabled, errors, onChange, onReset }: Props) {
  const isOnline = useOnline();
  return (
    <>
      <Panel title={t("content.emailTexts")}>
        <div className={styles.form}>
          {email.texts.map(({ name, label, default: text, singleLine }) => {
            const Field = singleLine ? TextInput : Textarea;
            const value = texts[name] ?? text;
            return (
              <div key={name}>
                <Field
                  label={label}
                  value={value}
                  disabled={disabled}
                  error={errors[name]}
                  {...(singleLine ? {} : { autosize: true, minRows: 3 })}
                  onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
                />
                {value === text || disabled ? null : (
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    mt="xs"
                    aria-label={t("content.resetTextOf", { name: label })}
                    onClick={() => onChange(name, text)}
                  >
                    {t("content.resetText")}
                  </Button>
                )}
              </div>
            );
          })}
          {email.changed && !disabled ? (
            <Button disabled={!isOnline} onClick={onReset}>
              {t("content.resetAll")}
            </Button>
          ) : null}
        </div>
      </Panel>
      <Panel title={t("content.placeholders")}>
        <p className="small quiet">{t("content.placeholdersHelp")}</p>
        <dl className={styles.placeholders}>
          {email.placeholders.map(({ name, description }) => (
            <div key={name} style={{ display: "contents" }}>
              <dt>
                <code>{`{${name}}`}</code>
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <History email={email} />
    </>
  );
}

function History({ email }: { email: EmailDetails }) {
  return (
    <ChangeHistory
      area="email-texts"
      keys={[`${email.name}:${email.locale}`]}
      label={() => t("content.emailTexts")}
    />
  );
}
