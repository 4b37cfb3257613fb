import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { Faq } from "@/api/types";
import { t } from "@/messages/t";
import { Accordion } from "@/ui/Accordion/Accordion";
import { buttonClass } from "@/ui/Button/Button";
import { Icon } from "@/ui/Icon/Icon";
import { FailureNotice, Notice } from "@/ui/Notice/Notice";
import { Prose } from "@/ui/Prose/Prose";
import styles from "./FaqsPage.module.css";
import { byGroup, findQuestions } from "./findQuestions";
import { PageFrame } from "./PageFrame";
import { faqsQuery } from "./queries";
import { TextSkeleton } from "./TextSkeleton";

/** Questions under their headings, with a search that looks into the answers too. */
export function FaqsPage() {
  const { data: faqs, error, isPending, refetch } = useQuery(faqsQuery);
  return (
    <PageFrame crumb={t("faqs.title")} title={t("faqs.heading")}>
      {isPending && <TextSkeleton />}
      {error && !faqs && <FailureNotice error={error} retry={() => void refetch()} />}
      {faqs?.length === 0 && <AskUs title={t("faqs.emptyTitle")} text={t("faqs.emptyText")} />}
      {faqs && faqs.length > 0 && <Questions faqs={faqs} />}
    </PageFrame>
  );
}

function AskUs({ title, text }: { title: string; text: string }) {
  return (
    <Notice title={title} text={text}>
      <Link className={buttonClass("plain")} to="/contact-us">
        {t("contact.title")}
      </Link>
    </Notice>
  );
}

function Questions({ faqs }: { faqs: readonly Faq[] }) {
  const [words, setWords] = useState("");
  const found = findQuestions(faqs, words);
  return (
    <div className={styles["faqs"]}>
      <div className={styles["search"]}>
        <Icon name="search" />
        <input
          type="search"
          aria-label={t("faqs.search")}
          placeholder={t("faqs.search")}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <p className="visually-hidden" role="status">
        {t("faqs.found", { count: found.length })}
      </p>
      {found.length === 0 && (
        <AskUs title={t("faqs.noneTitle", { query: words })} text={t("faqs.noneText")} />
      )}
      {byGroup(found).map(([group, ones]) => (
        <section key={group} className={styles["group"]}>
          {group && <h2>{group}</h2>}
          <div className={styles["questions"]}>
            {ones.map((faq) => (
              // What a search found in an answer is shown unfolded.
              <Accordion key={`${faq.id} ${words !== ""}`} title={faq.question} open={words !== ""}>
                <Prose html={faq.answer} />
              </Accordion>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
