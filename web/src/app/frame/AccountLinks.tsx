import { ACCOUNT_LINKS } from "@/features/customers/accountLinks";
import { signOut } from "@/features/signin/session";
import { AccountLink } from "@/features/support/AccountLink";
import { t } from "@/messages/t";
import { Button } from "@/ui/Button/Button";
import styles from "./AccountMenu.module.css";

/** A customer's part of the account menu. */
export function AccountLinks({ firstName }: { firstName: string | null }) {
  return (
    <>
      {firstName && <p className={styles["hello"]}>{t("frame.hello", { name: firstName })}</p>}
      <ul className={styles["links"]}>
        {ACCOUNT_LINKS.map(({ to, label }) => (
          <li key={to}>
            <AccountLink to={to} label={label} />
          </li>
        ))}
      </ul>
      <Button variant="tertiary" fullWidth onClick={signOut}>
        {t("signin.signOut")}
      </Button>
    </>
  );
}
