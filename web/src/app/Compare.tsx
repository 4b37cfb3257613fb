import { useLocation } from "react-router";
import { CompareToggle } from "@/features/compare/CompareToggle";
import { CompareTray } from "@/features/compare/CompareTray";
import type { Compared } from "@/features/compare/list";

/** Screens on which nothing is chosen for a comparison. */
const WITHOUT_TRAY = /^\/(compare|cart|checkout|login|order-detail)(\/|$)/;

export function CompareCorner({ product }: { product: Compared }) {
  return <CompareToggle look="corner" product={product} />;
}

export function CompareTrayPlace() {
  return WITHOUT_TRAY.test(useLocation().pathname) ? null : <CompareTray />;
}
