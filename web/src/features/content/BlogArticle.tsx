import type { Blog } from "@/api/types";
import { date } from "@/format/date";
import { t } from "@/messages/t";
import { Breadcrumbs } from "@/ui/Breadcrumbs/Breadcrumbs";
import { Picture } from "@/ui/Picture/Picture";
import { Prose } from "@/ui/Prose/Prose";
import styles from "./BlogArticle.module.css";

export function BlogArticle({ blog }: { blog: Blog }) {
  const { title, summary, author, createdAt, readingMinutes, image, content } = blog;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: t("frame.home"), link: "/" },
          { title: t("blogs.title"), link: "/blogs" },
          { title },
        ]}
      />
      <article>
        <header className={styles["head"]}>
          <p className={styles["facts"]}>
            <time dateTime={createdAt} suppressHydrationWarning>
              {date(createdAt)}
            </time>
            {" · "}
            {t("blogs.minutes", { count: readingMinutes })}
          </p>
          <h1>{title}</h1>
          {summary && <p className={styles["summary"]}>{summary}</p>}
          {author && <p className={styles["facts"]}>{t("blogs.by", { author })}</p>}
        </header>
        {image && (
          <Picture
            picture={image}
            ratio="2 / 1"
            sizes="(max-width: 1440px) 100vw, 1360px"
            first
            className={styles["picture"]}
          />
        )}
        <Prose html={content} className={styles["text"]} />
      </article>
    </>
  );
}
