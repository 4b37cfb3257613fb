import { laterPart, whenIdle } from "@/ui/Later/laterPart";

/** Comparing is fetched once the page has come to rest. */
const load = () => whenIdle().then(() => import("./Compare"));

export const CompareCorner = laterPart(async () => (await load()).CompareCorner);
export const CompareTrayPlace = laterPart(async () => (await load()).CompareTrayPlace);
