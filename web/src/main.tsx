import "@/theme/fonts.css";
import "@/theme/tokens.css";
import "@/theme/base.css";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { provideAnswers } from "@/api/answers";
import { createQueryClient } from "@/api/queryClient";
import {
  readAnswers,
  readCart,
  refreshIfOld,
  repeatEarlyInput,
  whenInitialized,
} from "@/app/renderedPage";
import { Providers } from "@/app/Providers";
import { startOffline } from "@/app/offline/start";
import { createRouter } from "@/app/router";
import { keepScrollPosition } from "@/app/scrollPosition";
import { startStateFromQueries } from "@/app/stateFromQueries";
import { startCart } from "@/features/cart/otherTabs";
import { startRecentlyViewed } from "@/features/recentlyViewed/recentlyViewed";
import { startGuestWishlist } from "@/features/wishlist/guestWishlist";
import { startSession } from "@/features/signin/session";
import { loadLanguage } from "@/messages/language";
import { keepForHydration } from "@/state/appState";
import { endAnnouncement } from "@/state/frame";
import { setRenderedCart } from "@/state/renderedCart";
import { startTheme } from "@/state/theme";

const element = document.getElementById("app");
if (!element) throw new Error("The page has no element with id app.");
/** Whether the server has rendered the page; else the element is empty. */
const isRendered = element.hasChildNodes();

await loadLanguage();
if (isRendered) {
  provideAnswers(readAnswers());
  setRenderedCart(readCart());
}
const queryClient = createQueryClient();
startTheme();
startStateFromQueries(queryClient);
const router = createRouter(queryClient);
if (isRendered) {
  await whenInitialized(router);
  keepScrollPosition(router);
  provideAnswers({});
  keepForHydration();
}
startCart(queryClient);
startRecentlyViewed();
startGuestWishlist();
startSession(queryClient);
startOffline(queryClient);
// A cart that was filled without a script.
if (document.cookie.includes("guestCart="))
  void import("@/features/cart/cookieCart").then(
    ({ adoptCookieCart }) => adoptCookieCart(),
    (error: unknown) => console.error("Error loading the cookie's cart:", error),
  );
endAnnouncement();
const page = <Providers queryClient={queryClient} router={router} />;
// As a transition, React lets the browser answer the visitor every few milliseconds.
startTransition(() => {
  if (isRendered) hydrateRoot(element, page);
  else createRoot(element).render(page);
});
if (isRendered) {
  repeatEarlyInput();
  refreshIfOld(queryClient);
}
// The back office shows the shop in a frame.
if (window.parent !== window)
  void import("@/app/preview").then(({ startPreview }) => startPreview(queryClient));
