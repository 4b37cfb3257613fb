// @vitest-environment node
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { createRenderedStore } from "./renderedStore";

const useCount = createRenderedStore(() => ({ count: 1 }));

function Count() {
  return <b>{useCount(({ count }) => count)}</b>;
}

it("renders the initial state on a server until told where to start from", () => {
  useCount.setState({ count: 2 });
  expect(renderToString(<Count />)).toBe("<b>1</b>");
  useCount.startFrom(useCount.getState);
  expect(renderToString(<Count />)).toBe("<b>2</b>");
});
