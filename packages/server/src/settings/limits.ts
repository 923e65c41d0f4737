import type { PackageLimits } from "@botyard/manifest";
import { defaultSettings, type Settings, variables } from "./settings.ts";

export interface LimitSetting {
  name: string;
  /** The environment variable that sets it. */
  setting: string;
  value: number;
  default: number;
  unit: string;
}

/** Returns the settings that are amounts. */
export function limitsIn(settings: Settings): LimitSetting[] {
  return variables.flatMap(({ variable, setting, kind }) => {
    if (typeof kind === "string" || !("unit" in kind) || setting === "port") return [];
    return {
      name: variable.replace(/^PLATFORM_/, "").toLowerCase(),
      setting: variable,
      value: amountOf(settings, setting),
      default: amountOf(defaultSettings, setting),
      unit: kind.unit,
    };
  });
}

/** Returns the limits of packages that settings change. */
export function packageLimitsIn(
  settings: Pick<Settings, "uploadBytes" | "packageBytes" | "packageFiles">,
): Partial<PackageLimits> {
  return {
    compressedBytes: settings.uploadBytes,
    unpackedBytes: settings.packageBytes,
    files: settings.packageFiles,
  };
}

function amountOf(settings: Omit<Settings, "dataDir">, setting: string): number {
  const [name = "", limit] = setting.split(".");
  const value = settings[name as keyof typeof settings];
  return (limit === undefined ? value : (value as Record<string, unknown>)[limit]) as number;
}
