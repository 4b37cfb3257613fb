import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { Faq } from "@/api/types";
import { t } from "@/messages/t";
import { Accordion } from "@/ui/Accordion/Accordion";
import { buttonClass } from "@/ui/Button/Button";
import { Icon } from "@/ui/Icon/Icon";
import { ErrorAlert, Alert } from "@/ui/Alert/Alert";
import { Prose } from "@/ui/Prose/Prose";
import styles from "./FaqsPage.module.css";
import { groupFaqs, searchFaqs } from "./searchFaqs";
import { PageFrame } from "./PageFrame";
import { faqsQuery } from "./queries";
import { TextSkeleton } from "./TextSkeleton";
import { cx } from "@/ui/cx";

/** Frequently asked questions by group, with a search of questions and answers. */
export function FaqsPage() {
  const { data: faqs, error, isPending, refetch } = useQuery(faqsQuery);
  return (
    <PageFrame crumb={t("faqs.title")} title={t("faqs.heading")}>
      {isPending && <TextSkeleton />}
      {error && !faqs && <ErrorAlert error={error} retry={() => void refetch()} />}
      {faqs?.length === 0 && <NoFaqs title={t("faqs.emptyTitle")} text={t("faqs.emptyText")} />}
      {faqs && faqs.length > 0 && <FaqList faqs={faqs} />}
    </PageFrame>
  );
}

function NoFaqs({ title, text }: { title: string; text: string }) {
  return (
    <Alert title={title} text={text}>
      <Link className={buttonClass("secondary")} to="/contact-us">
        {t("contact.title")}
      </Link>
    </Alert>
  );
}

function FaqList({ faqs }: { faqs: readonly Faq[] }) {
  const [query, setQuery] = useState("");
  const found = searchFaqs(faqs, query);
  return (
    <div className={styles["faqs"]}>
      <div className={cx(styles["search"], "needs-script")}>
        <Icon name="search" />
        <input
          type="search"
          aria-label={t("faqs.search")}
          placeholder={t("faqs.search")}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <p className="visually-hidden" role="status">
        {t("faqs.found", { count: found.length })}
      </p>
      {found.length === 0 && (
        <NoFaqs title={t("faqs.noneTitle", { query })} text={t("faqs.noneText")} />
      )}
      {groupFaqs(found).map(([group, faqsOfGroup]) => (
        <section key={group} className={styles["group"]}>
          {group && <h2>{group}</h2>}
          <div className={styles["questions"]}>
            {faqsOfGroup.map((faq) => (
              // While searching, answers are open to show the match.
              <Accordion key={`${faq.id} ${query !== ""}`} title={faq.question} open={query !== ""}>
                <Prose html={faq.answer} />
              </Accordion>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
