import { useQuery } from "@tanstack/react-query";
import { Navigate, useSearchParams } from "react-router";
import { t } from "../../messages/t";
import { sessionQuery } from "../../session/useSessionQuery";
import { SignInSteps } from "./SignInSteps";

/** Where to go after signing in: only a path of the back office. */
export function nextPath(next: string | null): string {
  return next !== null && /^\/(?![/\\])/.test(next) ? next : "/";
}

export default function SignInPage() {
  const [search] = useSearchParams();
  const { data: session } = useQuery(sessionQuery);
  if (session) return <Navigate to={nextPath(search.get("next"))} replace />;
  return <SignInSteps title={t("signin.title")} />;
}
