import "@/messages/later/privacy";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useCustomer } from "@/features/customers/queries";
import { YourData } from "@/features/customers/YourData";
import { Devices } from "@/features/signin/Devices";
import { Forgetting } from "@/features/signin/Forgetting";
import { signOut } from "@/features/signin/session";
import "@/messages/later/privacy";
import { t } from "@/messages/t";
import { tell } from "@/state/toasts";
import { useTitle } from "@/state/useTitle";
import { Button } from "@/ui/Button/Button";
import { FailureNotice } from "@/ui/Notice/Notice";
import { PageTitle } from "@/ui/PageTitle/PageTitle";
import { Skeleton } from "@/ui/Skeleton/Skeleton";
import styles from "./privacy.module.css";

export function Component() {
  useTitle(t("account.privacy"));
  const navigate = useNavigate();
  const { data: customer, error, refetch } = useCustomer();
  const [forgetting, setForgetting] = useState(false);
  const leave = async () => {
    // Home first: who is signed out in a customer's room is asked to sign in again.
    await navigate("/", { replace: true });
    signOut();
    tell(t("privacy.deleted"));
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
            <Button look="plain" onClick={() => setForgetting(true)}>
              {t("privacy.deleteAction")}
            </Button>
          ) : error ? (
            <FailureNotice error={error} retry={() => void refetch()} />
          ) : (
            <Skeleton height="48px" />
          )}
        </section>
      </div>
      {customer && forgetting && (
        <Forgetting
          customer={customer}
          onClose={() => setForgetting(false)}
          onForgotten={() => void leave()}
        />
      )}
    </>
  );
}
