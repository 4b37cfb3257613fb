import { beforeEach, describe, expect, it } from "vitest";
import { baseUrl } from "@/api/baseUrl";
import { isLoggedIn, resetAppState, useAppState, visitorOf } from "./appState";

const user = { token: "a", refreshToken: "r", details: { id: 5 } as never };

beforeEach(() => resetAppState());

describe("the app state", () => {
  it("has the specification's names and initial values", () => {
    expect(useAppState.getState()).toEqual({
      baseUrl: window.location.origin,
      userDetails: null,
      loader: false,
      loaderText: "",
      cdn: "",
      fallbackCdn: "",
      guestCartItem: [],
      paymentGatewayMode: 0,
      pageItem: { categoryList: [], sliderList: [], salesList: [], featureSection: [] },
      companyLogoDetails: expect.objectContaining({
        companyName: "Stallage",
        faviconImage: null,
        logoImage: null,
      }) as unknown,
      availibilityData: null,
    });
  });

  it("has the base URL that requests start from", () => {
    useAppState.setState({ baseUrl: "https://shop.test" });
    expect(baseUrl()).toBe("https://shop.test");
  });

  it("can be reset to them", () => {
    const initial = useAppState.getState();
    useAppState.setState({
      userDetails: user,
      loader: true,
      cdn: "https://cdn.test",
      guestCartItem: [1, 2],
      paymentGatewayMode: 1,
    });
    resetAppState();
    expect(useAppState.getState()).toEqual(initial);
  });

  it("treats visitors with user details as logged in, and others as guests", () => {
    expect(isLoggedIn()).toBe(false);
    expect(visitorOf(useAppState.getState())).toBe("guest");
    useAppState.setState({ userDetails: user });
    expect(isLoggedIn()).toBe(true);
    expect(visitorOf(useAppState.getState())).toBe("5");
  });
});
