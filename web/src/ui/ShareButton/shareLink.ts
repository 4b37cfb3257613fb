interface Outcomes {
  /** Called when the URL was copied. */
  onCopied: () => void;
  /** Called with the URL if it can be neither shared nor copied. */
  onUnable: (url: string) => void;
}

/** Shares a URL with the Web Share API, or copies it. */
export async function shareLink(link: ShareData & { url: string }, outcomes: Outcomes) {
  // Some browsers have neither, contrary to the DOM types.
  const device = navigator as { share?: Navigator["share"]; clipboard?: Clipboard };
  try {
    if (device.share) await navigator.share(link);
    else if (device.clipboard) {
      await navigator.clipboard.writeText(link.url);
      outcomes.onCopied();
    } else outcomes.onUnable(link.url);
  } catch (error) {
    // The shopper closed the share dialog.
    if (error instanceof DOMException && error.name === "AbortError") return;
    outcomes.onUnable(link.url);
  }
}
