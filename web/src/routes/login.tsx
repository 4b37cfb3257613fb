import { Link, type LoaderFunctionArgs, replace, useNavigate, useSearchParams } from "react-router";
import { queryClientContext } from "@/api/queryClient";
import type { SignedIn } from "@/api/types";
import { useMergeToast } from "@/features/cart/merge";
import { preloadGoogle } from "@/features/signin/GoogleButton";
import { safeNext } from "@/features/signin/next";
import { signIn } from "@/features/signin/session";
import { SignIn } from "@/features/signin/SignIn";
import { t } from "@/messages/t";
import { isLoggedIn } from "@/state/appState";
import { waitForSession } from "@/state/waitForSession";
import { pathOf, usePreviousPage, useVisitedPages } from "@/state/visitedPages";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import styles from "./login.module.css";

/** Redirects a signed-in customer to `next`, or back to the current page. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  await waitForSession();
  const { pathname, searchParams } = new URL(request.url);
  if (isLoggedIn()) {
    const { current } = useVisitedPages.getState();
    const shown = current && current.pathname !== pathname ? pathOf(current) : null;
    return replace(safeNext(searchParams.get("next") ?? shown));
  }
  // The button shows a failure.
  preloadGoogle(context.get(queryClientContext)).catch(() => undefined);
  return null;
}

export function Component() {
  useDocumentTitle(t("signin.title"));
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const before = usePreviousPage();
  const next = safeNext(parameters.get("next") ?? before?.path ?? null);

  const showMerge = useMergeToast();
  const welcome = (signedIn: SignedIn) => {
    signIn(signedIn);
    showMerge(signedIn.cartMerge);
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
