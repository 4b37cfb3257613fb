import { Link, type LoaderFunctionArgs, replace, useNavigate, useSearchParams } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import type { SignedIn } from "@/api/types";
import { useTellMerge } from "@/features/cart/merge";
import { warmGoogle } from "@/features/signin/GoogleButton";
import { safeNext } from "@/features/signin/next";
import { signIn } from "@/features/signin/session";
import { SignIn } from "@/features/signin/SignIn";
import { t } from "@/messages/t";
import { isLoggedIn } from "@/state/appState";
import { sessionRestored } from "@/state/sessionRestored";
import { pathOf, usePlaceBefore, useTrail } from "@/state/trail";
import { useTitle } from "@/state/useTitle";
import styles from "./login.module.css";

/** Who is signed in already goes on at once, or stays at the screen that led here. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  await sessionRestored();
  const { pathname, searchParams } = new URL(request.url);
  if (isLoggedIn()) {
    const { current } = useTrail.getState();
    const shown = current && current.pathname !== pathname ? pathOf(current) : null;
    return replace(safeNext(searchParams.get("next") ?? shown));
  }
  // The button says what has failed.
  warmGoogle(context.get(queryClientContext)).catch(() => undefined);
  return null;
}

export function Component() {
  useTitle(t("signin.title"));
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const before = usePlaceBefore();
  const next = safeNext(parameters.get("next") ?? before?.path ?? null);

  const tellMerge = useTellMerge();
  const welcome = (signedIn: SignedIn) => {
    signIn(signedIn);
    tellMerge(signedIn.cartMerge);
    void navigate(next, { replace: true });
  };
  return (
    <main className={styles["page"]} id="content">
      <SignIn onSignedIn={welcome} />
      {next.startsWith("/order-detail/") && (
        <p className={styles["aside"]}>
          {t("findOrder.guest")} <Link to="/find-order">{t("findOrder.title")}</Link>
        </p>
      )}
    </main>
  );
}
