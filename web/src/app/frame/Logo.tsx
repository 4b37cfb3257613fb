import { Link } from "react-router";
import { t } from "@/messages/t";
import { useAppState } from "@/state/appState";
import { useTheme } from "@/state/theme";
import { sourceOf } from "@/ui/Picture/sources";
import { useImage } from "@/ui/Picture/useImage";
import styles from "./Logo.module.css";

/** The shop's logo and, once it is `known`, its name. Links to the home page. */
export function Logo({ known }: { known: boolean }) {
  const { companyName, logoImage, logoImageDark, logoRatio } = useAppState(
    (state) => state.companyLogoDetails,
  );
  const theme = useTheme((state) => state.theme);
  const mark = theme === "dark" ? (logoImageDark ?? logoImage) : logoImage;
  return (
    <Link className={styles["logo"]} to="/" aria-label={t("frame.homeOf", { shop: companyName })}>
      {mark && <Mark key={mark} path={mark} ratio={logoRatio ?? 1} />}
      {known && <span>{companyName}</span>}
    </Link>
  );
}

const HEIGHT = 28;

function Mark({ path, ratio }: { path: string; ratio: number }) {
  const { endpoint, isWaiting, onLoad, onError } = useImage(path);
  if (endpoint === undefined) return null;
  if (isWaiting) return <span className={styles["mark"]} />;
  return (
    <img
      className={styles["mark"]}
      src={sourceOf(endpoint, path)}
      alt=""
      width={Math.round(HEIGHT * ratio)}
      height={HEIGHT}
      onLoad={onLoad}
      onError={onError}
    />
  );
}
