const STEPS = [1, 2.5, 5];
const MOST = 4;

/** Round amounts, in minor units, that can be added: 10, 25, 50 and 100 from a minimum of 5 on. */
export function suggestedAmounts(minimum: number, maximum: number): number[] {
  const amounts: number[] = [];
  for (let unit = 1; unit <= maximum && amounts.length < MOST; unit *= 10) {
    for (const step of STEPS) {
      const amount = unit * step;
      const fits = amount >= minimum * 2 && amount <= maximum && Number.isInteger(amount);
      if (fits && amounts.length < MOST) amounts.push(amount);
    }
  }
  return amounts;
}
