import { signal } from "@preact/signals";
import type { Choice } from "../lib/choice.ts";
import { localZone, zone } from "../lib/times.ts";

const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

const year = 365 * 24 * 3600;

/** In a cookie, so that the platform can send every page in the chosen colours. */
const theme: Choice<Theme> = {
  value: signal(themes.find((one) => one === document.documentElement.dataset.theme) ?? "system"),
  set(chosen) {
    theme.value.value = chosen;
    if (chosen === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
    const secure = location.protocol === "https:" ? "; Secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the other interface needs HTTPS
    document.cookie = `botyard_theme=${chosen}; Path=/; Max-Age=${year}; SameSite=Strict${secure}`;
    // Charts draw with colours that they have read from the style.
    dispatchEvent(new Event("themechange"));
  },
};

/** Chooses the colours. */
export const ThemeSwitch = () => (
  <Switch name="Colours" of={theme} options={{ system: "System colours", light: "Light", dark: "Dark" }} />
);

/** Chooses the zone in which times are written. */
export const ZoneSwitch = () => (
  <Switch
    name="Show times in"
    of={zone}
    options={{ local: localZone === "UTC" ? "Local time" : localZone, utc: "UTC" }}
  />
);

interface Props<Value extends string> {
  name: string;
  of: Choice<Value>;
  options: Record<Value, string>;
}

function Switch<Value extends string>({ name, of, options }: Props<Value>) {
  return (
    <label>
      <span class="soft">{name}</span>
      <select value={of.value.value} onChange={({ currentTarget }) => of.set(currentTarget.value as Value)}>
        {Object.entries<string>(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
