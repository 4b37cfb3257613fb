import { afterEach, describe, expect, it, vi } from "vitest";
import { onStorageChange, read, readList, remove, write } from "./browserStorage";
import { readSkuIds, writeSkuIds } from "./skuIds";

afterEach(() => {
  vi.restoreAllMocks();
  remove("key");
  localStorage.clear();
});

function refuse(method: "getItem" | "setItem" | "removeItem") {
  return vi.spyOn(Storage.prototype, method).mockImplementation(() => {
    throw new DOMException("refused", "SecurityError");
  });
}

describe("storage", () => {
  it("stores values that outlive the page and reports success", () => {
    expect(write("key", "value")).toBe(true);
    expect(localStorage.getItem("key")).toBe("value");
    expect(read("key")).toBe("value");
  });

  it("that is full keeps a value until the page is closed", () => {
    refuse("setItem");
    expect(write("key", "value")).toBe(false);
    expect(read("key")).toBe("value");
    remove("key");
    expect(read("key")).toBeNull();
  });

  it("that is blocked is empty", () => {
    refuse("getItem");
    refuse("removeItem");
    expect(read("key")).toBeNull();
    expect(() => remove("key")).not.toThrow();
  });

  it.each(["{", "7", "null", '{"length": 3}', "\u0000", ""])(
    "that holds %j holds no list",
    (text) => {
      localStorage.setItem("key", text);
      expect(readList("key", (value): value is number => typeof value === "number")).toEqual([]);
    },
  );

  it("returns only the SKU ids of a list", () => {
    localStorage.setItem("key", '[1, "2", -3, 0, 4.5, null, 1e99, 7]');
    expect(readSkuIds("key")).toEqual([1, 7]);
  });

  it("is not written if nothing changes, and is removed by an empty list", () => {
    writeSkuIds("key", [1]);
    const written = vi.spyOn(Storage.prototype, "setItem");
    writeSkuIds("key", [1]);
    expect(written).not.toHaveBeenCalled();
    writeSkuIds("key", []);
    expect(localStorage.getItem("key")).toBeNull();
  });

  it("reports changes of other tabs, and possible changes while the page was suspended", () => {
    const heard: (string | null)[] = [];
    const stop = onStorageChange((key) => heard.push(key));
    window.dispatchEvent(new StorageEvent("storage", { key: "a", storageArea: localStorage }));
    window.dispatchEvent(new StorageEvent("storage", { key: "b", storageArea: sessionStorage }));
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    stop();
    window.dispatchEvent(new StorageEvent("storage", { key: "c", storageArea: localStorage }));
    expect(heard).toEqual(["a", null]);
  });
});
