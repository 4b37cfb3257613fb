import { Link } from "react-router";
import { ProfileForm } from "@/features/customers/ProfileForm";
import { useCustomer } from "@/features/customers/queries";
import { Contacts } from "@/features/signin/Contacts";
import { signOut } from "@/features/signin/session";
import { t } from "@/messages/t";
import { useTitle } from "@/state/useTitle";
import { Button, buttonClass } from "@/ui/Button/Button";
import { FailureNotice } from "@/ui/Notice/Notice";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./profile.module.css";

export function Component() {
  useTitle(t("account.profile"));
  const { data: customer, error, refetch } = useCustomer();
  return (
    <>
      <PageTitle title={t("account.profile")} />
      {customer ? (
        <div className={styles["parts"]}>
          <ProfileForm key={customer.id} customer={customer} />
          <Contacts customer={customer} />
          <div className={styles["ways"]}>
            <Link className={buttonClass("plain")} to="/user-profile/privacy">
              {t("account.privacy")}
            </Link>
            <Button look="quiet" onClick={signOut}>
              {t("signin.signOut")}
            </Button>
          </div>
        </div>
      ) : error ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height="420px" />
      )}
    </>
  );
}
