import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import {
  draggable,
  dropTargetForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import {
  attachClosestEdge,
  extractClosestEdge,
} from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge";
import type { Edge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/types";
import { useEffect, useRef, useState } from "react";

interface Options {
  id: string;
  /** Rows are dropped only in the list that they come from. */
  list: string;
  index: number;
  layout: "list" | "grid";
  disabled: boolean;
  onMove: (from: number, to: number) => void;
}

interface Dragged extends Record<string, unknown> {
  list: string;
  index: number;
}

const isDragged = (data: Record<string, unknown>): data is Dragged =>
  typeof data.list === "string" && typeof data.index === "number";

/** Where a row ends up that is dropped at an edge of another one. */
export function targetIndex(from: number, over: number, edge: Edge | null): number {
  const isAfter = edge === "bottom" || edge === "right";
  const place = isAfter ? over + 1 : over;
  return from < place ? place - 1 : place;
}

/** Makes a row draggable by its handle, and a place where others are dropped. */
export function useSortable(options: Options) {
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const [edge, setEdge] = useState<Edge | null>(null);
  const [dragged, setDragged] = useState(false);
  const { id, list, index, layout, disabled } = options;
  const onMove = useRef(options.onMove);
  useEffect(() => {
    onMove.current = options.onMove;
  });
  useEffect(() => {
    const element = row.current;
    if (!element || !handle.current || disabled) return undefined;
    const edges: Edge[] = layout === "grid" ? ["left", "right"] : ["top", "bottom"];
    return combine(
      draggable({
        element,
        dragHandle: handle.current,
        getInitialData: () => ({ list, index }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list,
        getData: ({ input }) =>
          attachClosestEdge({ id, index }, { element, input, allowedEdges: edges }),
        onDrag: ({ self, source }) => {
          setEdge(source.data.index === index ? null : extractClosestEdge(self.data));
        },
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null);
          if (!isDragged(source.data)) return;
          const from = source.data.index;
          onMove.current(from, targetIndex(from, index, extractClosestEdge(self.data)));
        },
      }),
    );
  }, [id, list, index, layout, disabled]);
  return { row, handle, edge, isDragged: dragged };
}
