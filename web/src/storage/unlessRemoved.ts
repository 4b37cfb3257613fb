import { STORING_LOCK } from "./workerProtocol";

/** Runs what writes to a cache, unless a page removes the worker with all it stored. Returns whether it ran. */
export async function unlessRemoved(write: () => Promise<void>): Promise<boolean> {
  let hasRun = false;
  await navigator.locks.request(
    STORING_LOCK,
    { mode: "shared", ifAvailable: true },
    async (lock) => {
      if (lock === null) return;
      hasRun = true;
      await write();
    },
  );
  return hasRun;
}
