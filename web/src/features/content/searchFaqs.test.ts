import { describe, expect, it } from "vitest";
import type { Faq } from "@/api/types";
import { groupFaqs, searchFaqs } from "./searchFaqs";

function faq(id: number, group: string, question: string, answer: string): Faq {
  return { id, group, question, answer };
}

const faqs = [
  faq(1, "Delivery", "How long does delivery take?", "<p>Two to four <b>days</b>.</p>"),
  faq(2, "Returns", "Can I return a café table?", "<p>Yes.</p>"),
  faq(3, "Delivery", "Do you deliver abroad?", "<p>To Canada.</p>"),
];

describe("searchFaqs", () => {
  it("searches questions and answers regardless of case and accents", () => {
    expect(searchFaqs(faqs, "CAFE").map(({ id }) => id)).toEqual([2]);
    expect(searchFaqs(faqs, "canada deliver").map(({ id }) => id)).toEqual([3]);
  });

  it("ignores markup", () => {
    expect(searchFaqs(faqs, "<p>")).toHaveLength(3);
    expect(searchFaqs(faqs, "b>")).toHaveLength(0);
  });

  it("finds all for an empty query", () => {
    expect(searchFaqs(faqs, "  ")).toHaveLength(3);
  });

  it("groupFaqs keeps the order of groups and questions", () => {
    expect(groupFaqs(faqs).map(([group, ones]) => [group, ones.length])).toEqual([
      ["Delivery", 2],
      ["Returns", 1],
    ]);
  });
});
