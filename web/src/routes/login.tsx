import { type LoaderFunctionArgs, replace, useNavigate, useSearchParams } from "react-router";
import type { SignedIn } from "@/api/types";
import { useTellMerge } from "@/features/cart/merge";
import { safeNext } from "@/features/signin/next";
import { sessionRestored, signIn } from "@/features/signin/session";
import { SignIn } from "@/features/signin/SignIn";
import { t } from "@/messages/t";
import { isLoggedIn } from "@/state/appState";
import { useTitle } from "@/state/useTitle";
import styles from "./login.module.css";

/** Who is signed in already goes on at once. */
export async function loader({ request }: LoaderFunctionArgs) {
  await sessionRestored();
  return isLoggedIn() ? replace(safeNext(new URL(request.url).searchParams.get("next"))) : null;
}

export function Component() {
  useTitle(t("signin.title"));
  const navigate = useNavigate();
  const [parameters] = useSearchParams();

  const tellMerge = useTellMerge();
  const welcome = (signedIn: SignedIn) => {
    signIn(signedIn);
    tellMerge(signedIn.cartMerge);
    void navigate(safeNext(parameters.get("next")), { replace: true });
  };
  return (
    <main className={styles["page"]} id="content">
      <SignIn onSignedIn={welcome} />
    </main>
  );
}
