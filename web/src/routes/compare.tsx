import { Link, Navigate, useSearchParams } from "react-router";
import { Comparison } from "@/features/compare/Comparison";
import {
  compareLink,
  MAX_COMPARED,
  removeCompared,
  comparedSlugs,
  useCompared,
} from "@/features/compare/comparedProducts";
import { t } from "@/messages/t";
import { useDocumentTitle } from "@/state/useDocumentTitle";
import { buttonClass } from "@/ui/Button/Button";
import { Alert } from "@/ui/Alert/Alert";
import { ShareButton } from "@/ui/ShareButton/ShareButton";
import styles from "./compare.module.css";

export function Component() {
  useDocumentTitle(t("compare.title"));
  const [search, setSearch] = useSearchParams();
  const compared = useCompared((state) => state.products);
  const slugs = comparedSlugs(search);
  // Without products in the URL, show the visitor's own comparison.
  if (slugs === null && compared.length > 0) {
    return <Navigate replace to={compareLink(compared.map(({ slug }) => slug))} />;
  }
  const remove = (removed: string) => {
    removeCompared(removed);
    const remaining = (slugs ?? []).filter((slug) => slug !== removed);
    setSearch(new URLSearchParams(remaining.map((slug) => ["product", slug])), {
      replace: true,
      preventScrollReset: true,
    });
  };
  return (
    <main className="wrap" id="content">
      <header className={styles["head"]}>
        <h1>{t("compare.title")}</h1>
        {slugs !== null && <ShareButton title={t("compare.title")} />}
      </header>
      {slugs === null ? (
        <Alert
          icon="box"
          title={t("compare.emptyTitle")}
          text={t("compare.emptyText", { max: MAX_COMPARED })}
        >
          <Link className={buttonClass()} to="/collections">
            {t("action.continueShopping")}
          </Link>
        </Alert>
      ) : (
        <Comparison slugs={slugs} onRemove={remove} />
      )}
    </main>
  );
}
