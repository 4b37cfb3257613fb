import { useQuery } from "@tanstack/react-query";
import { t } from "../../messages/t";
import { ErrorPanel } from "../../ui/ErrorPanel";
import { Page } from "../../ui/Page";
import { PageHead } from "../../ui/PageHead";
import { Stack } from "../../ui/Panel";
import { SkeletonPage } from "../../ui/Skeletons";
import styles from "./Account.module.css";
import { OwnTokensPanel } from "./OwnTokensPanel";
import { PasskeysPanel } from "./PasskeysPanel";
import { PreferencesPanel, ProfilePanel } from "./ProfilePanel";
import { accountQuery } from "./queries";
import { SessionsPanel } from "./SessionsPanel";
import { SignInPanel } from "./SignInPanel";

export default function AccountPage() {
  const { data: account, error, refetch } = useQuery(accountQuery);
  return (
    <Page>
      <PageHead title={t("account.title")} />
      <div className={styles.narrow}>
        {account ? (
          <Stack>
            <ProfilePanel account={account} />
            <PreferencesPanel />
            <SignInPanel account={account} />
            <PasskeysPanel account={account} />
            <SessionsPanel />
            <OwnTokensPanel />
          </Stack>
        ) : error ? (
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonPage />
        )}
      </div>
    </Page>
  );
}
