import { create } from "zustand";

/**
 * The page, by path and search, whose head has come or is known not to; null where
 * nobody has gone anywhere yet. Until then a page that the shop does not have may turn out to bear
 * another name.
 */
export const usePageHead = create<{ settledFor: string | null }>()(() => ({ settledFor: null }));
