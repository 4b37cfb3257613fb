import type { Faq } from "@/api/types";

/** Letters alone, as they are compared: no case, no accents, no markup. */
function plain(text: string): string {
  return text
    .replace(/<[^>]*>/g, " ")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
}

/** The questions that hold every word, in the question or its answer. */
export function findQuestions(faqs: readonly Faq[], words: string): Faq[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return faqs.filter(({ question, answer }) => {
    const text = plain(`${question} ${answer}`);
    return wanted.every((word) => text.includes(word));
  });
}

/** Questions under their headings, both in the order in which the shop gave them. */
export function byGroup(faqs: readonly Faq[]): [group: string, faqs: Faq[]][] {
  const groups = new Map<string, Faq[]>();
  for (const faq of faqs) groups.set(faq.group, [...(groups.get(faq.group) ?? []), faq]);
  return [...groups];
}
