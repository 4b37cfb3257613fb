import { lazyOptional } from "@/ui/lazy/lazyOptional";
import { whenIdle } from "@/ui/lazy/whenIdle";

const loadWhenIdle = () => whenIdle().then(() => import("./Compare"));

export const CardCompareButton = lazyOptional(async () => (await loadWhenIdle()).CardCompareButton);
export const CompareTrayOutlet = lazyOptional(async () => (await loadWhenIdle()).CompareTrayOutlet);
