import type { Reporter, TestCase } from "@playwright/test/reporter";

/** Names each test that failed and then passed. `tools/test` fails if there are too many. */
export default class FlakyReporter implements Reporter {
  readonly #tests = new Set<TestCase>();

  onTestEnd(test: TestCase): void {
    this.#tests.add(test);
  }

  onEnd(): void {
    for (const test of this.#tests) {
      if (test.outcome() === "flaky")
        console.log(`FLAKY: ${test.titlePath().filter(Boolean).join(" › ")}`);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
