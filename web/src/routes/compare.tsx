import "@/messages/later/productExtras";
import { Link, Navigate, useSearchParams } from "react-router";
import { Comparison } from "@/features/compare/Comparison";
import {
  compareLink,
  MAX_COMPARED,
  removeCompared,
  slugsIn,
  useCompared,
} from "@/features/compare/list";
import { t } from "@/messages/t";
import { useTitle } from "@/state/useTitle";
import { buttonClass } from "@/ui/Button/Button";
import { Notice } from "@/ui/Notice/Notice";
import { ShareButton } from "@/ui/ShareButton/ShareButton";
import styles from "./compare.module.css";

export function Component() {
  useTitle(t("compare.title"));
  const [search, setSearch] = useSearchParams();
  const chosen = useCompared((state) => state.products);
  const slugs = slugsIn(search);
  // Without products in the address it is the visitor's own comparison.
  if (slugs === null && chosen.length > 0) {
    return <Navigate replace to={compareLink(chosen.map(({ slug }) => slug))} />;
  }
  const remove = (gone: string) => {
    removeCompared(gone);
    const left = (slugs ?? []).filter((slug) => slug !== gone);
    setSearch(new URLSearchParams(left.map((slug) => ["product", slug])), {
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
        <Notice
          icon="box"
          title={t("compare.emptyTitle")}
          text={t("compare.emptyText", { max: MAX_COMPARED })}
        >
          <Link className={buttonClass()} to="/collections">
            {t("action.continueShopping")}
          </Link>
        </Notice>
      ) : (
        <Comparison slugs={slugs} onRemove={remove} />
      )}
    </main>
  );
}
