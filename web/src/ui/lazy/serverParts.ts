import type { ReactNode } from "react";
import type { ProductDetails, SkuDetails } from "@/api/types";

/**
 * Parts of `<noscript>` elements. Browsers with a script do not take over what is in them, so only the
 * server has their code: `server/noScript/parts.tsx` provides it.
 */
interface ServerParts {
  buyForm?: (product: ProductDetails, sku: SkuDetails | undefined) => ReactNode;
  cartLink?: () => ReactNode;
}

export const serverParts: ServerParts = {};
