/** A cell that a spreadsheet would take for a formula is quoted with an apostrophe, as on the server. */
function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = /^'*\s*[=+\-@＝＋－＠\t\r\n]/u.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** CSV as in RFC 4180, with a byte order mark so that spreadsheets read it as UTF-8. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}
