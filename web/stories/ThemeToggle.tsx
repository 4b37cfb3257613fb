import { chooseTheme, useTheme } from "@/state/theme";
import { Button } from "@/ui/Button/Button";

export function ThemeToggle() {
  const theme = useTheme((state) => state.theme);
  const next = theme === "dark" ? "light" : "dark";
  return (
    <Button variant="tertiary" onClick={() => chooseTheme(next)}>
      {next}
    </Button>
  );
}
