import { useQuery } from "@tanstack/react-query";
import { api, unwrapVersioned, type Versioned } from "../../api/client";
import { t } from "../../messages/t";
import { useOperator } from "../../session/session";
import { ChangeHistory } from "../../ui/ChangeHistory";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { SkeletonPage } from "../../ui/Skeletons";
import { AppearancePanel } from "./AppearancePanel";
import { AddressPanel, ContactPanel, SocialPanel } from "./CompanyPanels";
import { LegalTextsPanel } from "./LegalTextsPanel";
import { type Company, companyQuery } from "./queries";
import { SettingsForm } from "./SettingsForm";
import { type Parts, useSettings } from "./useSettings";

const LABELS = {
  name: "settings.shopName",
  legalName: "settings.legalName",
  tagline: "settings.tagline",
  email: "settings.email",
  phone: "settings.phone",
  taxNumber: "settings.taxNumber",
  address: "settings.address",
  logo: "settings.logo",
  logoDark: "settings.logoDark",
  favicon: "settings.favicon",
  socialLinks: "settings.social",
} as const;

const labelOf = (key: string) => (key in LABELS ? t(LABELS[key as keyof typeof LABELS]) : key);

const parts: Parts<Company> = {
  split: (form) => ({ ...form }),
  join: (chosen, form) => ({ ...form, ...chosen }),
  label: labelOf,
};

export default function CompanyPage() {
  const { data, error, refetch } = useQuery(companyQuery);
  if (data) return <CompanyEditor loaded={data} />;
  return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <SkeletonPage />;
}

function CompanyEditor({ loaded }: { loaded: Versioned<Company> }) {
  const operator = useOperator();
  const editing = useSettings<Company>({
    area: "company",
    loaded,
    parts,
    put: (form, etag) =>
      unwrapVersioned(
        api.PUT("/api/admin/v1/settings/company", {
          params: { header: { "If-Match": etag } },
          body: {
            ...form,
            socialLinks: form.socialLinks.map(({ name = "", url = "" }) => ({ name, url })),
          },
        }),
      ),
  });
  const canEdit = operator.can("settings.edit");
  const part = { form: editing.form, onChange: editing.setForm, errors: editing.errors, canEdit };
  return (
    <SettingsForm
      section="company"
      title={t("settings.company")}
      facts={t("settings.companyFacts")}
      editing={editing}
      main={
        <>
          <ContactPanel {...part} />
          <AddressPanel {...part} />
          <AppearancePanel {...part} />
          <SocialPanel {...part} />
        </>
      }
      aside={
        <>
          <LegalTextsPanel />
          <ChangeHistory area="company" label={labelOf} />
        </>
      }
    />
  );
}
