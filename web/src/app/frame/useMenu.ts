import { useQuery } from "@tanstack/react-query";
import type { FrameLink } from "@/api/types";
import { menuQuery } from "@/features/merchandising/queries";
import { useFrame } from "@/state/frame";

const NONE: readonly FrameLink[] = [];

/** The main menu: the operator's links, or the categories that have products. */
export function useMenu(): readonly FrameLink[] {
  const { data = NONE } = useQuery(menuQuery);
  return useFrame((frame) => frame.header) ?? data;
}
