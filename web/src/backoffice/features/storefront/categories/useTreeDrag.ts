import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import {
  draggable,
  dropTargetForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import {
  attachInstruction,
  extractInstruction,
  type Instruction,
} from "@atlaskit/pragmatic-drag-and-drop-hitbox/tree-item";
import { useEffect, useRef, useState } from "react";
import type { Drop } from "./tree";

const DROPS: Partial<Record<Instruction["type"], Drop>> = {
  "reorder-above": "above",
  "reorder-below": "below",
  "make-child": "inside",
};
const KIND = "category";

/** Width of a level, in pixels; as `--level` in the stylesheet. */
const LEVEL = 24;

interface Options {
  id: number;
  level: number;
  hasShownChildren: boolean;
  disabled: boolean;
  /** Whether the dragged category may be put here. */
  canDrop: (draggedId: number, drop: Drop) => boolean;
  onDrop: (draggedId: number, drop: Drop) => void;
}

/** Makes a row draggable by its handle, and a place where others are dropped above, below or inside. */
export function useTreeDrag(options: Options) {
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const [isDragged, setDragged] = useState(false);
  const current = useRef(options);
  useEffect(() => {
    current.current = options;
  });
  const { id, level, hasShownChildren, disabled } = options;
  useEffect(() => {
    const element = row.current;
    if (!element || !handle.current || disabled) return undefined;
    const dropOf = (data: Record<string, unknown>, draggedId: number): Drop | null => {
      const instruction = extractInstruction(data);
      const found = instruction ? (DROPS[instruction.type] ?? null) : null;
      return found && current.current.canDrop(draggedId, found) ? found : null;
    };
    return combine(
      draggable({
        element,
        dragHandle: handle.current,
        getInitialData: () => ({ kind: KIND, id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data["kind"] === KIND && source.data["id"] !== id,
        getData: ({ input }) =>
          attachInstruction(
            { id },
            {
              element,
              input,
              currentLevel: level,
              indentPerLevel: LEVEL,
              mode: hasShownChildren ? "expanded" : "standard",
            },
          ),
        onDrag: ({ self, source }) => setDrop(dropOf(self.data, Number(source.data["id"]))),
        onDragLeave: () => setDrop(null),
        onDrop: ({ self, source }) => {
          setDrop(null);
          const draggedId = Number(source.data["id"]);
          const found = dropOf(self.data, draggedId);
          if (found) current.current.onDrop(draggedId, found);
        },
      }),
    );
  }, [id, level, hasShownChildren, disabled]);
  return { row, handle, drop, isDragged };
}
