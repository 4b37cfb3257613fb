import "@/theme/fonts.css";
import "@/theme/tokens.css";
import "@/theme/base.css";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "@/api/queryClient";
import { Providers } from "@/app/Providers";
import { startOffline } from "@/app/offline/start";
import { createRouter } from "@/app/router";
import { startStateFromQueries } from "@/app/stateFromQueries";
import { startCart } from "@/features/cart/otherTabs";
import { startRecentlyViewed } from "@/features/recentlyViewed/recentlyViewed";
import { startGuestWishlist } from "@/features/wishlist/guestWishlist";
import { startSession } from "@/features/signin/session";
import { loadLanguage } from "@/messages/language";
import { startTheme } from "@/state/theme";

const element = document.getElementById("app");
if (!element) throw new Error("The page has no element with id app.");

await loadLanguage();
const queryClient = createQueryClient();
startTheme();
startStateFromQueries(queryClient);
startCart(queryClient);
startRecentlyViewed();
startGuestWishlist();
startSession(queryClient);
startOffline(queryClient);
createRoot(element).render(
  <Providers queryClient={queryClient} router={createRouter(queryClient)} />,
);
// The back office shows the shop in a frame.
if (window.parent !== window)
  void import("@/app/preview").then(({ startPreview }) => startPreview(queryClient));
