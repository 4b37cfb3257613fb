import { useLocation } from "react-router";
import { CompareButton } from "@/features/compare/CompareButton";
import { CompareTray } from "@/features/compare/CompareTray";
import type { ComparedProduct } from "@/features/compare/comparedProducts";

const PAGES_WITHOUT_TRAY = /^\/(compare|cart|checkout|login|order-detail)(\/|$)/;

export function CardCompareButton({ product }: { product: ComparedProduct }) {
  return <CompareButton look="corner" product={product} />;
}

export function CompareTrayOutlet() {
  return PAGES_WITHOUT_TRAY.test(useLocation().pathname) ? null : <CompareTray />;
}
