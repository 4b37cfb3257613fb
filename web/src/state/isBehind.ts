import { createContext } from "react";

/** Whether a page is the list behind a product, and not in the document. */
export const IsBehind = createContext(false);
