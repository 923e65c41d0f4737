import { useEffect, useRef } from "preact/hooks";
import { search } from "../../lib/url.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Loaded } from "../../ui/panel.tsx";
import { getChosen } from "./api/deploy.ts";
import { ChooseCustomBot } from "./choose-custom-bot.tsx";
import { Configure } from "./configure.tsx";
import { currentStep, steps } from "./steps.ts";

/** Creating a bot, step by step. */
export default function DeployPage() {
  const step = currentStep();
  const at = steps.findIndex((one) => one.at === step);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    // The reader goes on at the top of the new step, unless it has put the focus on a field with a problem.
    if (shown.current !== step && !document.activeElement?.matches("[aria-invalid]"))
      heading.current?.focus();
    shown.current = step;
  }, [step]);
  const name = search.value.get("custom_bot") ?? "";
  return (
    <div class="stack page">
      <div class="page-head">
        <h1 ref={heading} tabIndex={-1}>
          Create a bot
        </h1>
      </div>
      <ol class="steps" aria-label="Steps">
        {steps.map((one, index) => {
          const address = new URLSearchParams(search.value);
          address.set("step", one.at);
          return (
            <li key={one.at} aria-current={one.at === step ? "step" : undefined}>
              {index < at ? <a href={`?${address}`}>{one.name}</a> : one.name}
            </li>
          );
        })}
      </ol>
      {step === "bot" ? <ChooseCustomBot /> : <Chosen key={name} name={name} />}
    </div>
  );
}

function Chosen({ name }: { name: string }) {
  const version = search.value.get("version") ?? undefined;
  const chosen = useResource((signal) => getChosen(name, version, signal), [name, version]);
  return (
    <Loaded resource={chosen}>{(value) => <Configure key={value.customBot.version} {...value} />}</Loaded>
  );
}
