import config from "../vite.config.ts";
import { mutantSwitches } from "./switches.ts";

/** The client with every mutant in it, and the unit tests that the runner wrote for them. */
export default {
  ...config,
  plugins: [mutantSwitches(), ...(config.plugins ?? [])],
  test: {
    ...config.test,
    include: ["mutation/generated/*.test.{ts,tsx}"],
    // Its key does not know the mutants.
    fsModuleCache: false,
  },
};
