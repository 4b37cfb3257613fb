/** Page numbers to link to: first, last and those around the current one; null is a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const near = [1, pages, page - 1, page, page + 1].filter((one) => one >= 1 && one <= pages);
  const sorted = [...new Set(near)].sort((a, b) => a - b);
  return sorted.flatMap((one, index) => {
    const before = sorted[index - 1];
    if (before === undefined || one - before === 1) return [one];
    // A gap of one page is shown as that page.
    return one - before === 2 ? [one - 1, one] : [null, one];
  });
}
