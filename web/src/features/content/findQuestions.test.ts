import { describe, expect, it } from "vitest";
import type { Faq } from "@/api/types";
import { byGroup, findQuestions } from "./findQuestions";

function faq(id: number, group: string, question: string, answer: string): Faq {
  return { id, group, question, answer };
}

const faqs = [
  faq(1, "Delivery", "How long does delivery take?", "<p>Two to four <b>days</b>.</p>"),
  faq(2, "Returns", "Can I return a café table?", "<p>Yes.</p>"),
  faq(3, "Delivery", "Do you deliver abroad?", "<p>To Canada.</p>"),
];

describe("finding questions", () => {
  it("looks at questions and answers, whatever the case and accents", () => {
    expect(findQuestions(faqs, "CAFE").map(({ id }) => id)).toEqual([2]);
    expect(findQuestions(faqs, "canada deliver").map(({ id }) => id)).toEqual([3]);
  });

  it("does not find markup", () => {
    expect(findQuestions(faqs, "<p>")).toHaveLength(3);
    expect(findQuestions(faqs, "b>")).toHaveLength(0);
  });

  it("finds all where nothing is asked", () => {
    expect(findQuestions(faqs, "  ")).toHaveLength(3);
  });

  it("keeps the order of groups and questions", () => {
    expect(byGroup(faqs).map(([group, ones]) => [group, ones.length])).toEqual([
      ["Delivery", 2],
      ["Returns", 1],
    ]);
  });
});
