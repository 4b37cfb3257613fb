import { create } from "zustand";

/** When what is shown was stored, as text, if the shop could not be reached for it. */
export const useStoredPage = create<{ storedAt: string | null }>()(() => ({ storedAt: null }));
