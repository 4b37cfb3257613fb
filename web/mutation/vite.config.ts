import type { PluginOption } from "vite";
import config from "../vite.config.ts";
import { mutantSwitches } from "./switches.ts";

/** It reads the messages from their files, and so would leave out the mutants of messages. */
const WITHOUT = "messages-with-modules";

const isUsed = (plugin: PluginOption) => !(plugin && "name" in plugin && plugin.name === WITHOUT);

/** The client with every mutant in it, and the unit tests that the runner wrote for them. */
export default {
  ...config,
  plugins: [mutantSwitches(), ...(config.plugins ?? []).filter(isUsed)],
  test: {
    ...config.test,
    include: ["mutation/generated/*.test.{ts,tsx}"],
    // Its key does not know the mutants.
    fsModuleCache: false,
  },
};
