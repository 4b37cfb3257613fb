/** The browser's reader of barcodes, where it has one: Chrome on Android and on Macs. */
export interface BarcodeReader {
  detect: (image: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>;
}

interface BarcodeReaderClass {
  new (options: { formats: readonly string[] }): BarcodeReader;
  getSupportedFormats: () => Promise<readonly string[]>;
}

function readerClass(): BarcodeReaderClass | null {
  const { BarcodeDetector: found } = window as { BarcodeDetector?: BarcodeReaderClass };
  return found ?? null;
}

/** Whether this browser can read barcodes with a camera. Cameras need HTTPS or localhost. */
export function canScan(): boolean {
  return readerClass() !== null && "mediaDevices" in navigator;
}

/** A reader of all formats that the browser knows: our slips have Code 128, products have EAN. */
export async function createReader(): Promise<BarcodeReader | null> {
  const Reader = readerClass();
  if (Reader === null) return null;
  const formats = await Reader.getSupportedFormats();
  return formats.length > 0 ? new Reader({ formats }) : null;
}
