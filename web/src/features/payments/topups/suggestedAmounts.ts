const STEPS = [1, 2.5, 5];
const MAX_AMOUNTS = 4;

/** Round amounts in minor units, such as 10, 25, 50 and 100 for a minimum of 5. */
export function suggestedAmounts(minimum: number, maximum: number): number[] {
  const amounts: number[] = [];
  for (let unit = 1; unit <= maximum && amounts.length < MAX_AMOUNTS; unit *= 10) {
    for (const step of STEPS) {
      const amount = unit * step;
      const fits = amount >= minimum * 2 && amount <= maximum && Number.isInteger(amount);
      if (fits && amounts.length < MAX_AMOUNTS) amounts.push(amount);
    }
  }
  return amounts;
}
