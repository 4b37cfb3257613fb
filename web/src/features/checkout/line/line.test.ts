import { beforeEach, expect, it } from "vitest";
import { ApiError } from "@/api/errors";
import type { LinePlace } from "@/api/types";
import { write } from "@/storage/browserStorage";
import { WAITING_LINE } from "@/storage/keys";
import { placeText, secondsLeft, titleOf, waitingTime } from "./lineText";
import { currentTicket, forgetLine, isInLine, rememberOutcome, useLineState } from "./waitingLine";

const PLACE: LinePlace = {
  ticket: "1.2",
  state: "waiting",
  ahead: 312,
  seconds: 38,
  pollSeconds: 19,
};
const ATTEMPT = { key: "key", body: "{}" };

function inLine(place: LinePlace): ApiError {
  return new ApiError("in_line", "wait", { status: 503, body: { error: { line: place } } });
}

beforeEach(forgetLine);

it("says places and times as people do", () => {
  expect(placeText(312, 38)).toBe("312 shoppers ahead of you, about 40 seconds");
  expect(placeText(1, 1)).toBe("1 shopper ahead of you, about 1 second");
  expect(placeText(0, 3)).toBe("You are next, about 3 seconds");
  expect(waitingTime(89)).toBe("about 90 seconds");
  expect(waitingTime(121)).toBe("about 3 minutes");
  expect(secondsLeft(PLACE, 30.4)).toBe(8);
  expect(secondsLeft(PLACE, 500)).toBe(1);
  expect(titleOf(PLACE)).toBe("312 ahead of you");
  expect(titleOf({ state: "turn", ahead: 0 })).toBe("It is your turn");
});

it("remembers the place and how many were ahead at first", () => {
  rememberOutcome(inLine(PLACE), ATTEMPT, true);
  rememberOutcome(inLine({ ...PLACE, ahead: 7 }), ATTEMPT, true);
  expect(useLineState.getState().line).toMatchObject({ firstAhead: 312, place: { ahead: 7 } });
  expect(currentTicket()).toBe("1.2");
  // The connection was lost: the order may wait or be placed.
  rememberOutcome(new ApiError("network", "lost"), ATTEMPT, true);
  expect(useLineState.getState().line?.attempt).toEqual(ATTEMPT);
});

it("keeps the ticket of an order that was refused, for the next one", () => {
  rememberOutcome(inLine(PLACE), ATTEMPT, true);
  const error = new ApiError("total_changed", "another total", { status: 409 });
  rememberOutcome(error, ATTEMPT, false);
  expect(useLineState.getState()).toMatchObject({ line: { attempt: null }, orderError: error });
  expect(currentTicket()).toBe("1.2");
});

it("ignores errors and stored values that are no place", () => {
  expect(isInLine(new ApiError("in_line", "wait", { body: { error: { line: 7 } } }))).toBe(false);
  rememberOutcome(new ApiError("not_ready", "later", { status: 503 }), ATTEMPT, true);
  expect(useLineState.getState().line).toBeNull();
  for (const stored of ["{", "7", '{"visitor":"guest","place":{},"attempt":null}']) {
    write(WAITING_LINE, stored);
    window.dispatchEvent(
      new StorageEvent("storage", { key: WAITING_LINE, storageArea: window.localStorage }),
    );
    expect(useLineState.getState().line).toBeNull();
  }
});
