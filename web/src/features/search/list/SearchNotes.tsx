import { Link } from "react-router";
import type { ProductList } from "@/api/types";
import { t } from "@/messages/t";
import { literalSearchLink, searchLink } from "../links";
import styles from "./SearchNotes.module.css";

interface Props extends Pick<ProductList, "correction" | "lacksWords"> {
  q: string;
}

/** What a search understood: which words it corrected, and that no product has all of them. */
export function SearchNotes({ correction, lacksWords, q }: Props) {
  return (
    <div className={styles["notes"]}>
      {correction && !correction.literal && (
        <>
          <p>
            {t("search.showingFor")} <strong>{correction.words}</strong>
          </p>
          <p>
            {t("search.insteadFor")}{" "}
            <Link rel="nofollow" to={literalSearchLink(q)}>
              {q}
            </Link>
          </p>
        </>
      )}
      {correction?.literal && (
        <p>
          {t("search.didYouMean")} <Link to={searchLink(correction.words)}>{correction.words}</Link>
        </p>
      )}
      {lacksWords && <p>{t("search.lacksWords")}</p>}
    </div>
  );
}
