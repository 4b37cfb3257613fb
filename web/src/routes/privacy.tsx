import { useState } from "react";
import { useNavigate } from "react-router";
import { useCustomer } from "@/features/customers/queries";
import { YourData } from "@/features/customers/YourData";
import { Devices } from "@/features/signin/Devices";
import { DeleteAccount } from "@/features/signin/DeleteAccount";
import { signOut } from "@/features/signin/session";
import { t } from "@/messages/t";
import { showToast } from "@/state/toasts";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import { Button } from "@/ui/Button/Button";
import { ErrorAlert } from "@/ui/Alert/Alert";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./privacy.module.css";

export function Component() {
  useDocumentTitle(t("account.privacy"));
  const navigate = useNavigate();
  const { data: customer, error, refetch } = useCustomer();
  const [isDeleting, setIsDeleting] = useState(false);
  const leave = async () => {
    // Leave first: signing out on an account page would lead to the login screen.
    await navigate("/", { replace: true });
    signOut();
    showToast(t("privacy.deleted"));
  };
  return (
    <>
      <PageTitle title={t("account.privacy")} />
      <div className={styles["parts"]}>
        <Devices />
        <section aria-labelledby="held">
          <h2 id="held">{t("privacy.held")}</h2>
          <p>{t("privacy.heldText")}</p>
          <YourData />
        </section>
        <section aria-labelledby="delete">
          <h2 id="delete">{t("privacy.delete")}</h2>
          <p>{t("privacy.deleteText")}</p>
          <p>{t("privacy.kept")}</p>
          {customer ? (
            <Button variant="secondary" onClick={() => setIsDeleting(true)}>
              {t("privacy.deleteAction")}
            </Button>
          ) : error ? (
            <ErrorAlert error={error} retry={() => void refetch()} />
          ) : (
            <Skeleton height="48px" />
          )}
        </section>
      </div>
      {customer && isDeleting && (
        <DeleteAccount
          customer={customer}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => void leave()}
        />
      )}
    </>
  );
}
