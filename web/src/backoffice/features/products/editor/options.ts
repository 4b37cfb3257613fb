import { type Form, newRow, type Option, type Row, without } from "./form";

type Change = Pick<Form, "options" | "rows" | "swatches">;

const sameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const hasRow = (rows: readonly Row[], options: readonly string[]) =>
  rows.some((row) => row.options.every((value, place) => sameText(value, options[place] ?? "")));

/** All combinations of the options' values, in order. */
function combinations(options: readonly Option[]): string[][] {
  return options.reduce<string[][]>(
    (found, { values }) => found.flatMap((start) => values.map((value) => [...start, value])),
    [[]],
  );
}

/** Adds the variants that are missing, like the first one, and puts all in the order of the values. */
function completed(options: readonly Option[], rows: readonly Row[], made: string[][]): Row[] {
  const all = [
    ...rows,
    ...made.filter((values) => !hasRow(rows, values)).map((values) => newRow(values, rows[0])),
  ];
  const place = (row: Row) =>
    row.options.map((value, index) => options[index]?.values.indexOf(value) ?? 0);
  return all
    .map((row) => ({ row, places: place(row) }))
    .sort((one, other) => {
      const index = one.places.findIndex((value, at) => value !== other.places[at]);
      return index === -1 ? 0 : (one.places[index] ?? 0) - (other.places[index] ?? 0);
    })
    .map(({ row }) => row);
}

/** Adds an option: the variants that exist get its first value. */
export function addOption(form: Form, name: string, values: readonly string[]): Partial<Change> {
  const options = [...form.options, { name, values }];
  const rows = form.rows.map((row) => ({ ...row, options: [...row.options, values[0] ?? ""] }));
  return { options, rows: completed(options, rows, combinations(options)) };
}

/** Adds a value of an option, with variants for all values of the others. */
export function addValue(form: Form, place: number, value: string): Partial<Change> {
  const option = form.options[place];
  if (!option || option.values.some((known) => sameText(known, value))) return {};
  const options = form.options.map((one, at) =>
    at === place ? { ...one, values: [...one.values, value] } : one,
  );
  const made = combinations(options).filter((values) => values[place] === value);
  return { options, rows: completed(options, form.rows, made) };
}

/** Removes a value with its variants. The last value of an option stays. */
export function removeValue(form: Form, place: number, value: string): Partial<Change> {
  const rows = form.rows.filter(({ options }) => options[place] !== value);
  if (rows.length === 0) return {};
  const options = form.options.map((one, at) =>
    at === place ? { ...one, values: one.values.filter((known) => known !== value) } : one,
  );
  return { options, rows };
}

/** Renames a value: its variants stay what they are, with their stock. */
export function renameValue(
  form: Form,
  place: number,
  value: string,
  name: string,
): Partial<Change> {
  const option = form.options[place];
  if (!option || name === "" || option.values.some((one) => one !== value && sameText(one, name))) {
    return {};
  }
  const swap = (text: string) => (text === value ? name : text);
  const { [value]: colour, ...colours } = form.swatches[option.name] ?? {};
  return {
    options: form.options.map((one, at) =>
      at === place ? { ...one, values: one.values.map(swap) } : one,
    ),
    rows: form.rows.map((row) =>
      row.options[place] === value
        ? { ...row, options: row.options.map((text, at) => (at === place ? swap(text) : text)) }
        : row,
    ),
    swatches:
      colour === undefined
        ? form.swatches
        : { ...form.swatches, [option.name]: { ...colours, [name]: colour } },
  };
}

export function renameOption(form: Form, place: number, name: string): Partial<Change> {
  const before = form.options[place]?.name ?? "";
  const { [before]: colours, ...swatches } = form.swatches;
  return {
    options: form.options.map((one, at) => (at === place ? { ...one, name } : one)),
    swatches: colours === undefined ? form.swatches : { ...swatches, [name]: colours },
  };
}

/** Removes an option: of the variants that only differ in it, the first one stays. */
export function removeOption(form: Form, place: number): Partial<Change> {
  const options = form.options.filter((_, at) => at !== place);
  const rows: Row[] = [];
  for (const row of form.rows) {
    const values = row.options.filter((_, at) => at !== place);
    if (!hasRow(rows, values)) rows.push({ ...row, options: values });
  }
  return { options, rows, swatches: without(form.swatches, form.options[place]?.name ?? "") };
}

/** Removes variants; at least one stays. */
export function removeRows(form: Form, keys: ReadonlySet<string>): Partial<Change> {
  const rows = form.rows.filter(({ key }) => !keys.has(key));
  if (rows.length === 0) return {};
  const options = form.options.map((option, place) => ({
    ...option,
    values: option.values.filter((value) => rows.some((row) => row.options[place] === value)),
  }));
  return { options, rows };
}

/** Moves an option to another place; the variants' values follow. */
export function orderOptions(form: Form, options: readonly Option[]): Partial<Change> {
  const places = options.map((option) => form.options.indexOf(option));
  const rows = form.rows.map((row) => ({
    ...row,
    options: places.map((place) => row.options[place] ?? ""),
  }));
  return { options, rows: completed(options, rows, []) };
}
