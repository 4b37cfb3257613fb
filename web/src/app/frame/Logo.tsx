import { Link } from "react-router";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { sourceOf } from "@/ui/Picture/sources";
import { useImage } from "@/ui/Picture/useImage";
import styles from "./Logo.module.css";

/** The shop's logo and, once it is `known`, its name. Links to the home page. */
export function Logo({ known }: { known: boolean }) {
  const { companyName, logoImage, logoImageDark, logoRatio } = useAppState(
    (state) => state.companyLogoDetails,
  );
  const ratio = logoRatio ?? 1;
  return (
    <Link className={styles["logo"]} to="/" aria-label={t("frame.homeOf", { shop: companyName })}>
      {logoImage && (
        <Mark
          key={logoImage}
          path={logoImage}
          ratio={ratio}
          on={logoImageDark ? "light" : undefined}
        />
      )}
      {logoImageDark && <Mark key={logoImageDark} path={logoImageDark} ratio={ratio} on="dark" />}
      {known && <span>{companyName}</span>}
    </Link>
  );
}

const HEIGHT = 28;

interface MarkProps {
  path: string;
  ratio: number;
  /** The colour scheme that it is shown in: the style sheet hides it in the other one. */
  on: "light" | "dark" | undefined;
}

function Mark({ path, ratio, on }: MarkProps) {
  const { endpoint, isWaiting, isProbe, onLoad, onError } = useImage(path);
  if (endpoint === undefined) return null;
  if (isWaiting) return <span className={styles["mark"]} data-on={on} />;
  return (
    <img
      className={styles["mark"]}
      data-on={on}
      // Browsers do not load a hidden picture that is lazy; others wait for one that tries an endpoint.
      loading={on && !isProbe ? "lazy" : "eager"}
      src={sourceOf(endpoint, path)}
      alt=""
      width={Math.round(HEIGHT * ratio)}
      height={HEIGHT}
      onLoad={onLoad}
      onError={onError}
    />
  );
}
