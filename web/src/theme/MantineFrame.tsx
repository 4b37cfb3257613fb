import "@mantine/core/styles/default-css-variables.css";
import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { useTheme } from "@/state/theme";
import { mantineTheme, mantineVariables } from "./mantine";

/**
 * Stands around screens and overlays that use Mantine's components, so that the others do not load
 * it. Each module that uses a component imports that component's stylesheet
 * (`@mantine/core/styles/PinInput.css`).
 */
export function MantineFrame({ children }: { children: ReactNode }) {
  const theme = useTheme((state) => state.theme);
  return (
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={mantineVariables}
      forceColorScheme={theme}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
