import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MODULE_RELOADED } from "@/storage/keys";
import { clearReloadFlag, loadRouteModule } from "./routeModules";

const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

beforeEach(clearReloadFlag);
afterEach(() => {
  vi.restoreAllMocks();
});

function reloading() {
  return { target: () => "/products/kettle", go: vi.fn() };
}

describe("a page whose module fails to load", () => {
  it("reloads the target page once", async () => {
    const first = reloading();
    void loadRouteModule(gone, first)();
    await vi.waitFor(() => expect(first.go).toHaveBeenCalledWith("/products/kettle"));
    expect(localStorage.getItem(MODULE_RELOADED)).toBe("1");

    vi.spyOn(console, "error").mockReturnValue();
    const second = reloading();
    await expect(loadRouteModule(gone, second)()).rejects.toThrow("dynamically imported");
    expect(second.go).not.toHaveBeenCalled();
    expect(console.error).toHaveBeenCalledOnce();
  });

  it("reloads again after the router was ready in between", async () => {
    localStorage.setItem(MODULE_RELOADED, "1");
    clearReloadFlag();
    const again = reloading();
    void loadRouteModule(gone, again)();
    await vi.waitFor(() => expect(again.go).toHaveBeenCalledOnce());
  });

  it("keeps the current page while offline", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    vi.spyOn(console, "error").mockReturnValue();
    const offline = reloading();
    await expect(loadRouteModule(gone, offline)()).rejects.toThrow("dynamically imported");
    expect(offline.go).not.toHaveBeenCalled();
    expect(localStorage.getItem(MODULE_RELOADED)).toBeNull();
  });

  it("does not reload if the flag cannot be stored", async () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    vi.spyOn(console, "error").mockReturnValue();
    const never = reloading();
    await expect(loadRouteModule(gone, never)()).rejects.toThrow();
    expect(never.go).not.toHaveBeenCalled();
  });
});
