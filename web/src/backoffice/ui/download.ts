/** Saves a file that was made or fetched in the browser. */
export function downloadFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file over once the click was handled.
  queueMicrotask(() => URL.revokeObjectURL(url));
}
