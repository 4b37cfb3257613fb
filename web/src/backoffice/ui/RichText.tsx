import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { RichTextProps } from "./richText/props";

const Editor = lazy(() => import("./richText/RichTextEditor"));

/** Formatted text. The editor is loaded when the first one is shown. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<Skeleton height={(props.minHeight ?? 160) + 76} />}>
      <Editor {...props} />
    </Suspense>
  );
}
