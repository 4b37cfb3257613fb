/** Downloads a customer's data as a JSON file. */
export function downloadData(data: unknown): void {
  const text = JSON.stringify(data, null, 2);
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "my-data.json";
  link.click();
  URL.revokeObjectURL(url);
}
