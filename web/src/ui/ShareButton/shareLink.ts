interface Outcomes {
  /** Called once the link has been copied. */
  onCopied: () => void;
  /** Called with the link where the device can neither share nor copy. */
  onUnable: (url: string) => void;
}

/** Shares a link by what the device offers, or copies it. */
export async function shareLink(link: ShareData & { url: string }, outcomes: Outcomes) {
  // Not every browser has either, whatever the types promise.
  const device = navigator as { share?: Navigator["share"]; clipboard?: Clipboard };
  try {
    if (device.share) await navigator.share(link);
    else if (device.clipboard) {
      await navigator.clipboard.writeText(link.url);
      outcomes.onCopied();
    } else outcomes.onUnable(link.url);
  } catch (error) {
    // Closing the device's own dialog is no failure.
    if (error instanceof DOMException && error.name === "AbortError") return;
    outcomes.onUnable(link.url);
  }
}
