import { serverParts } from "@/ui/lazy/serverParts";
import { BuyForm } from "./BuyForm";
import { NoScriptCartLink } from "./NoScriptCartLink";

Object.assign(serverParts, {
  buyForm: (product, sku) => <BuyForm product={product} sku={sku} />,
  cartLink: () => <NoScriptCartLink />,
} satisfies Required<typeof serverParts>);
