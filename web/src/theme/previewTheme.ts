import type { ThemePreview, Variables } from "@/preview/messages";

const sheet = new CSSStyleSheet();

/** Shows a theme that is not published. Values are set as properties, so none can add another rule. */
export function previewTheme({ variables, scheme }: ThemePreview): void {
  document.documentElement.dataset["theme"] = scheme;
  sheet.replaceSync(
    ":root:root:root {} :root:root:root[data-theme='light'] {} :root:root:root[data-theme='dark'] {}",
  );
  [variables?.base, variables?.light, variables?.dark].forEach((values, index) => {
    const rule = sheet.cssRules[index];
    if (values && rule instanceof CSSStyleRule) setAll(rule.style, values);
  });
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
}

function setAll(style: CSSStyleDeclaration, values: Variables): void {
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith("--")) style.setProperty(name, value);
  }
}
