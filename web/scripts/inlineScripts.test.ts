// @vitest-environment node
import { expect, it } from "vitest";
import { withShortScripts } from "./inlineScripts.ts";

it("shortens inline scripts and leaves the rest as it is", () => {
  const html = `<p>a  b</p><script>
    // Says hello.
    (() => { const greeting = "hello"; window.greet = () => greeting; })();
  </script><script type="module" src="/a.js"></script>`;
  const short = withShortScripts(html);
  expect(short).toMatch(
    /^<p>a {2}b<\/p><script>[^\n]*window\.greet[^\n]*<\/script><script type="module"/,
  );
  expect(short).not.toContain("Says hello");
});

it("does not hide a script that cannot be parsed", () => {
  expect(() => withShortScripts("<script>const = 1</script>")).toThrow();
});
