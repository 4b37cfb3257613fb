import { serverParts } from "@/ui/lazy/serverParts";
import { BuyForm } from "./BuyForm";
import { NoScriptCartLink, NoScriptGiftCard } from "./NoScriptText";

Object.assign(serverParts, {
  buyForm: (product, sku) => <BuyForm product={product} sku={sku} />,
  giftCard: () => <NoScriptGiftCard />,
  cartLink: () => <NoScriptCartLink />,
} satisfies Required<typeof serverParts>);
