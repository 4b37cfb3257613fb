import type { Faq } from "@/api/types";

/** Removes markup and accents and lowercases a text for comparison. */
function normalize(text: string): string {
  return text
    .replace(/<[^>]*>/g, " ")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
}

/** The FAQs that contain every word of the query in the question or the answer. */
export function searchFaqs(faqs: readonly Faq[], query: string): Faq[] {
  const words = normalize(query).split(/\s+/).filter(Boolean);
  return faqs.filter(({ question, answer }) => {
    const text = normalize(`${question} ${answer}`);
    return words.every((word) => text.includes(word));
  });
}

/** FAQs by group. Groups and questions keep the operator's order. */
export function groupFaqs(faqs: readonly Faq[]): [group: string, faqs: Faq[]][] {
  const groups = new Map<string, Faq[]>();
  for (const faq of faqs) groups.set(faq.group, [...(groups.get(faq.group) ?? []), faq]);
  return [...groups];
}
