import { useState } from "preact/hooks";

const key = "botyard.theme";
const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

function stored(): Theme {
  try {
    const value = localStorage.getItem(key) as Theme;
    return themes.includes(value) ? value : "system";
  } catch {
    return "system";
  }
}

/** A browser that keeps nothing for this site forgets the choice with the page. */
function store(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {}
}

function apply(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // Charts draw with colours that they have read from the style.
  dispatchEvent(new Event("themechange"));
}

apply(stored());

export function ThemeSwitch() {
  const [theme, setTheme] = useState(stored);
  return (
    <label>
      <span class="hidden-text">Colours</span>
      <select
        value={theme}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value as Theme;
          store(chosen);
          setTheme(chosen);
          apply(chosen);
        }}
      >
        <option value="system">System colours</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  );
}
