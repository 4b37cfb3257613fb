import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { expectAccessible, renderPage } from "../../../ui/testing";
import type { Rehearsal } from "./queries";
import RehearsalPage from "./RehearsalPage";

const REPORT: Rehearsal = {
  id: 7,
  startedAt: "2026-11-26T03:00:00.000Z",
  finishedAt: "2026-11-26T03:00:02.000Z",
  by: "Priya Raman",
  provider: "stripe",
  mode: "test",
  passed: 1,
  failed: 1,
  limits: "Only people can pay on Stripe’s page.",
  comparedWith: 6,
  changes: [
    { key: "late", title: "Paid after the order has ended", before: "passed", now: "failed" },
  ],
  trial: {
    provider: "stripe",
    succeeded: false,
    steps: [
      {
        name: "open",
        state: "failed",
        message: "AuthenticationError: 401",
        advice: "Copy the keys again.",
      },
    ],
  },
  cases: [
    {
      key: "paid",
      title: "Paid",
      expected: "The webhook event confirms the order, once.",
      verdict: "passed",
      played: "shop",
      error: null,
      checks: [],
      evidence: null,
    },
    {
      key: "late",
      title: "Paid after the order has ended",
      expected: "The order is revived.",
      verdict: "failed",
      played: "shop",
      error: null,
      checks: [
        {
          name: "order",
          title: "Order",
          expected: "Confirmed",
          happened: "Pending",
          passed: false,
        },
      ],
      evidence: {
        order: "SO-7K2M-9QXD TEST",
        attempt: "pay_1: $10.00, open",
        events: [],
        ledger: ["<script>alert(1)</script>"],
        timeline: ["Order pending"],
        emails: [{ kind: "order_placed", to: "rehearsal@example.com", subject: "Thank you" }],
      },
    },
  ],
};

let sent: string[] = [];

function answerWith(output: unknown, status = 200) {
  sent = [];
  vi.stubGlobal("fetch", (request: Request) => {
    sent.push(`${request.method} ${new URL(request.url).pathname}`);
    const error = { code: "rehearsal_interrupted", message: "Another rehearsal is under way." };
    const failed = request.method === "POST" && status !== 200;
    return Promise.resolve(
      Response.json(
        failed ? { status: false, output: null, error } : { status: true, output, error: null },
        { status: failed ? status : 200 },
      ),
    );
  });
}

afterEach(() => vi.unstubAllGlobals());

function show(permissions: readonly string[]) {
  return renderPage(
    <Routes>
      <Route path="/settings/payments/rehearsals/:id" element={<RehearsalPage />} />
    </Routes>,
    {
      path: "/settings/payments/rehearsals/7",
      permissions: permissions as never,
    },
  );
}

it("opens what failed, with what was expected, and what to do at the provider", async () => {
  answerWith(REPORT);
  const { container } = show(["settings.read"]);
  expect(await screen.findByText("1 case failed")).toBeVisible();
  const row = screen.getByRole("row", { name: "Order Confirmed Pending" });
  expect(within(row).getByText("Pending")).toHaveClass("bad");
  expect(screen.getByText("<script>alert(1)</script>")).toBeVisible();
  expect(screen.getByText("Copy the keys again.")).toBeVisible();
  expect(
    screen.getByText("Paid after the order has ended: Passed before, now Failed"),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: "Rehearse" })).toBeNull();
  expect(screen.getByRole("link", { name: "CSV" })).toHaveAttribute(
    "href",
    "/api/admin/v1/payment-rehearsals/7/file?format=csv",
  );
  await expectAccessible(container);
});

it("says why a rehearsal could not be played", async () => {
  answerWith(REPORT, 409);
  show(["settings.read", "settings.edit"]);
  await userEvent.click(await screen.findByRole("button", { name: "Rehearse" }));
  expect(await screen.findByText(/Another rehearsal is under way/)).toBeVisible();
  expect(sent).toContain("POST /api/admin/v1/payment-rehearsals");
});
