import { expect, test } from "vitest";
import { deliveryWith, emptyMethod } from "./delivery";
import { serverAddress } from "./mailServer";
import { paymentValues } from "./payment";
import type { Overview } from "./queries";

const overview: Overview = { sections: [], version: "1", appliedVersion: "1" };

test("the address of a mail server encodes what is in user and password", () => {
  const server = { host: " mail.example.com ", port: 587, user: "a@b.example", password: "p:/@ 1" };
  expect(serverAddress(server)).toBe("smtp://a%40b.example:p%3A%2F%40%201@mail.example.com:587");
  const plain = { host: "mail.example.com", port: 465, user: "", password: "" };
  expect(serverAddress(plain)).toBe("smtps://mail.example.com:465");
});

test("keys tell test from live mode, and those of another provider are not sent", () => {
  const keys = { stripe_secret_key: " sk_live_1 ", razorpay_key_id: "rzp_test_1" };
  expect(paymentValues(overview, "stripe", true, keys)).toEqual({
    payment_provider: "stripe",
    payment_gateway_mode: 1,
    cash_on_delivery: true,
    stripe_secret_key: "sk_live_1",
  });
  expect(paymentValues(overview, "sandbox", false, keys)).toEqual({
    payment_provider: "sandbox",
    payment_gateway_mode: 0,
    cash_on_delivery: false,
  });
});

test("a zone that delivers to the country already is used", () => {
  const zones = [{ code: "home", name: "Europe", places: ["DE", "FR"], restOfWorld: false }];
  const method = { ...emptyMethod("Parcel"), price: 490, minDays: 5, maxDays: 2 };
  const names = { home: "Germany", world: "World" };
  const { zones: after, methods } = deliveryWith({ zones, methods: [] }, method, "DE", names);
  expect(after).toEqual(zones);
  expect(methods[0]).toMatchObject({ code: "standard", minDays: 2, maxDays: 5 });
  const other = deliveryWith({ zones, methods: [] }, method, "CH", names);
  expect(other.zones.map(({ code }) => code)).toEqual(["home", "home-2"]);
});
