import { Link } from "react-router";
import { ProfileForm } from "@/features/customers/ProfileForm";
import { useCustomer } from "@/features/customers/queries";
import { Contacts } from "@/features/signin/Contacts";
import { signOut } from "@/features/signin/session";
import { t } from "@/messages/t";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import { Button, buttonClass } from "@/ui/Button/Button";
import { ErrorAlert } from "@/ui/Alert/Alert";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./profile.module.css";

export function Component() {
  useDocumentTitle(t("account.profile"));
  const { data: customer, error, refetch } = useCustomer();
  return (
    <>
      <PageTitle title={t("account.profile")} />
      {customer ? (
        <div className={styles["parts"]}>
          <ProfileForm key={customer.id} customer={customer} />
          <Contacts customer={customer} />
          <div className={styles["buttons"]}>
            <Link className={buttonClass("secondary")} to="/user-profile/privacy">
              {t("account.privacy")}
            </Link>
            <Button variant="tertiary" onClick={signOut}>
              {t("signin.signOut")}
            </Button>
          </div>
        </div>
      ) : error ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height="420px" />
      )}
    </>
  );
}
