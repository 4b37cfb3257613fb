import { Skeleton } from "@mantine/core";
import { useTimeout } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { t } from "../messages/t";
import { Panel, Stack } from "./Panel";

/** Skeletons appear after this many milliseconds, so that a fast answer does not flicker. */
const DELAY_MS = 200;

/** Reserves the space at once and shows its content after 200 ms. */
export function Delayed({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(false);
  useTimeout(() => setShown(true), DELAY_MS, { autoInvoke: true });
  return (
    <div style={shown ? undefined : { visibility: "hidden" }} aria-busy="true">
      <span className="visually-hidden">{t("ui.loading")}</span>
      {children}
    </div>
  );
}

/** Lines of text, with the last one shorter. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <Delayed>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton
          key={line}
          height={12}
          my={8}
          {...(line === lines - 1 && lines > 1 ? { width: "60%" } : {})}
        />
      ))}
    </Delayed>
  );
}

/** Rows of a list, 44 px high like the real ones. */
export function SkeletonRows({ rows = 10, height = 44 }: { rows?: number; height?: number }) {
  return (
    <Delayed>
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          style={{
            height,
            display: "flex",
            alignItems: "center",
            borderBottom: "1px solid var(--line)",
          }}
        >
          <Skeleton height={12} width={`${60 + ((row * 17) % 35)}%`} />
        </div>
      ))}
    </Delayed>
  );
}

/** A detail page while it loads. */
export function SkeletonPage({ panels = 3 }: { panels?: number }) {
  return (
    <Stack>
      {Array.from({ length: panels }, (_, panel) => (
        <Panel key={panel}>
          <SkeletonText lines={4} />
        </Panel>
      ))}
    </Stack>
  );
}
