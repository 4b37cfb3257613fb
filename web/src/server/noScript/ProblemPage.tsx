import { t } from "@/messages/t";
import { Alert } from "@/ui/Alert/Alert";
import { buttonClass } from "@/ui/Button/Button";

/** What is wrong, and the way back to the cart. */
export function ProblemPage({ message }: { message: string }) {
  return (
    <main className="wrap" id="content">
      <Alert level={1} title={t("noScript.problemTitle")} text={message}>
        <a className={buttonClass()} href="/no-script/cart">
          {t("cart.view")}
        </a>
      </Alert>
    </main>
  );
}
