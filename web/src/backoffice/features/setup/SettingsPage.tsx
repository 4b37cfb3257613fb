import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ChangeHistory } from "../../ui/ChangeHistory";
import { ErrorNote, ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { EditorPresence } from "../../ui/Presence";
import { RecordMissing } from "../../ui/RecordMissing";
import { SaveBar } from "../../ui/SaveBar";
import { SkeletonPage } from "../../ui/Skeletons";
import { CdnTrialPanel } from "./CdnTrialPanel";
import { PaymentTrialPanel } from "./PaymentTrialPanel";
import { labelOf, type Overview, settingsQuery } from "./queries";
import { MACHINE, SECTIONS } from "./sections";
import { SettingField } from "./SettingField";
import styles from "./Settings.module.css";
import { SettingsConflict } from "./SettingsConflict";
import { hasTrial, TrialPanel } from "./TrialPanel";
import { useSettingsForm } from "./useSettingsForm";

/** The settings of one subject. */
export default function SettingsPage() {
  const { section = "general" } = useParams();
  const query = useQuery(settingsQuery);
  const texts = SECTIONS[section];
  if (!texts) {
    return (
      <Page>
        <PageHead title={t("frame.notFoundTitle")} />
        <RecordMissing />
      </Page>
    );
  }
  return (
    <Page>
      <PageHead title={t(texts.title)} facts={t(texts.help)} />
      <Sections current={section} />
      {query.data ? (
        <SectionForm key={section} overview={query.data} section={section} />
      ) : query.isError ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonPage />
      )}
    </Page>
  );
}

function Sections({ current }: { current: string }) {
  return (
    <nav className={styles.sections} aria-label={t("setup.sections")}>
      {Object.entries(SECTIONS).map(([section, { title }]) => (
        <Link
          key={section}
          to={`/settings/${section}`}
          aria-current={section === current ? "page" : undefined}
        >
          {t(title)}
        </Link>
      ))}
    </nav>
  );
}

function SectionForm({ overview, section }: { overview: Overview; section: string }) {
  const form = useSettingsForm(overview, section);
  const canEdit = useOperator().can("settings.edit");
  const isApplying = overview.version !== overview.appliedVersion;
  const otherErrors = form.error && !form.conflict && Object.keys(form.errors).length === 0;
  return (
    <div className={styles.columns}>
      <EditorPresence kind="settings" recordKey={section} changes={form.count} />
      <Panel>
        {isApplying ? <Alert className={styles.applying}>{t("setup.applying")}</Alert> : null}
        {form.errors["settings"] ? <p className="bad">{form.errors["settings"]}</p> : null}
        {otherErrors ? <ErrorNote error={form.error} isWrite /> : null}
        {form.settings.map((setting) => (
          <SettingField
            key={setting.name}
            setting={canEdit ? setting : { ...setting, isEditable: false }}
            change={form.changes[setting.name]}
            onChange={(change) => form.set(setting, change)}
            error={form.errors[setting.name]}
          />
        ))}
        {section === "general" ? (
          <p className={styles.elsewhere}>
            <Link className="link" to="/settings/currency">
              {t("setup.currencyElsewhere")}
            </Link>
          </p>
        ) : null}
      </Panel>
      {hasTrial(section) ? <TrialPanel kind={section} changes={form.changes} /> : null}
      {section === "storage" ? <CdnTrialPanel changes={form.changes} /> : null}
      {section === "payments" ? <PaymentTrialPanel changes={form.changes} /> : null}
      {section === MACHINE ? null : (
        <ChangeHistory area={section} label={(key) => labelOf(form.settings, key)} />
      )}
      <SaveBar
        changes={form.count}
        saving={form.isSaving}
        onSave={() => form.save()}
        onDiscard={form.discard}
      />
      <SettingsConflict form={form} />
    </div>
  );
}
