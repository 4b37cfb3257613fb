import { Link } from "react-router";
import type { BlogSummary } from "@/api/types";
import { date } from "@/format/date";
import { t } from "@/messages/t";
import { Picture } from "@/ui/Picture/Picture";
import styles from "./BlogTiles.module.css";

interface Props {
  blogs: readonly BlogSummary[];
  /** Heading level of the titles. */
  headings?: 2 | 3;
  /** Whether the tiles are at the top of the page, so that the pictures of the first row load eagerly. */
  first?: boolean;
}

const FIRST_ROW = 3;

/** Blog posts as tiles. */
export function BlogTiles({ blogs, headings = 3, first = false }: Props) {
  const Heading = `h${headings}` as const;
  return (
    <ul className={styles["tiles"]}>
      {blogs.map(
        ({ id, slug, title, summary, author, image, createdAt, readingMinutes }, index) => (
          <li key={id}>
            <article className={styles["tile"]}>
              <Picture
                picture={image}
                alt=""
                ratio="3 / 2"
                sizes="(max-width: 760px) 92vw, (max-width: 1440px) 31vw, 444px"
                first={first && index === 0}
                eager={first && index < FIRST_ROW}
                className={styles["picture"]}
              />
              <p className={styles["facts"]}>
                <time dateTime={createdAt} suppressHydrationWarning>
                  {date(createdAt)}
                </time>
                {" · "}
                {t("blogs.minutes", { count: readingMinutes })}
                {author && ` · ${author}`}
              </p>
              <Heading className={styles["title"]}>
                <Link to={`/blogs/${slug}`}>{title}</Link>
              </Heading>
              <p className={styles["summary"]}>{summary}</p>
            </article>
          </li>
        ),
      )}
    </ul>
  );
}
