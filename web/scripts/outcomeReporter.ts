import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase } from "@playwright/test/reporter";

/** Names each test that failed, and apart from them each that passed the second time. */
export default class OutcomeReporter implements Reporter {
  readonly #tests = new Set<TestCase>();

  onTestEnd(test: TestCase): void {
    this.#tests.add(test);
  }

  onEnd(): void {
    for (const test of this.#tests) {
      const outcome = test.outcome();
      if (outcome !== "flaky" && outcome !== "unexpected") continue;
      const error = stripVTControlCharacters(test.results[0]?.error?.message ?? "").split("\n", 1);
      const title = test.titlePath().filter(Boolean).join(" › ");
      console.log(`${outcome === "flaky" ? "FLAKY" : "BROKEN"}: ${title}: ${error.join("")}`);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
