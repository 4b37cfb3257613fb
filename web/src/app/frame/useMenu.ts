import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CategoryNode } from "@/api/types";
import { nonEmptyCategories } from "@/features/merchandising/collections/nonEmptyCategories";
import { categoriesQuery } from "@/features/merchandising/queries";
import { menuNodes, useFrame } from "@/state/frame";

const NONE: readonly CategoryNode[] = [];

/** The main menu: the operator's links, or the categories that have products. */
export function useMenu(): CategoryNode[] {
  const { data = NONE } = useQuery(categoriesQuery);
  const header = useFrame((frame) => frame.header);
  return useMemo(() => (header ? menuNodes(header) : nonEmptyCategories(data)), [header, data]);
}
