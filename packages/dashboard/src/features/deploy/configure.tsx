import type { DryRun, InstanceConfig } from "@botyard/client/browser";
import { useEffect, useRef, useState } from "preact/hooks";
import { ProblemSummary, problemsOf } from "../../domain/settings/problems.tsx";
import type { Settings } from "../../domain/settings/settings.ts";
import { CommonFields, ConfigFields, ScheduleFields } from "../../domain/settings/settings-form.tsx";
import { go } from "../../lib/url.ts";
import { useAction } from "../../platform/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { type Chosen, createBot, dryRun } from "./api/deploy.ts";
import { draftOf, forgetDraft, keepDraft } from "./draft.ts";
import { Review } from "./review.tsx";
import { SchedulePreview } from "./schedule-preview.tsx";
import { currentStep, firstStepOf, goToStep, type Step, steps } from "./steps.ts";

/** The steps after the choice of the custom bot. The platform checks the entries before each next step. */
export function Configure({ customBot, schema }: Chosen) {
  const step = currentStep();
  const settings = draftOf(customBot);
  const instance: InstanceConfig = { ...settings, type: `${customBot.type}/${customBot.name}` };
  const text = JSON.stringify(instance);
  const [checked, setChecked] = useState<{ text: string; result: DryRun }>();
  const form = useRef<HTMLFormElement>(null);
  const position = (one: Step) => steps.findIndex(({ at }) => at === one);
  /** Checks everything, and goes on unless this step or one before has a problem. */
  const check = useAction(async (next: Step) => {
    try {
      setChecked({ text, result: await dryRun(instance) });
    } catch (error) {
      const wrong = firstStepOf([...problemsOf(error).keys()]);
      // Steps to come may still be empty.
      if (wrong === undefined || position(wrong) < position(next)) {
        if (wrong !== undefined && wrong !== step) goToStep(wrong);
        throw error;
      }
    }
    if (next !== step) goToStep(next);
  });
  const create = useAction(async () => {
    try {
      const bot = await createBot(instance);
      forgetDraft(customBot.name);
      go(`/bots/${encodeURIComponent(bot.bot_id)}`);
    } catch (error) {
      const wrong = firstStepOf([...problemsOf(error).keys()]) ?? (isTaken(error) ? "name" : undefined);
      if (wrong !== undefined) goToStep(wrong);
      throw error;
    }
  });
  const isReviewed = checked?.text === text;
  useEffect(() => {
    // A link to the review, or a step forward after a change.
    if (step === "review" && !isReviewed) void check.run("review");
  }, [step]);
  const error = check.error ?? create.error;
  const problems = problemsOf(error);
  if (isTaken(error) && !problems.has("/name")) problems.set("/name", (error as Error).message);
  const given = {
    settings,
    problems,
    onChange: (next: Settings) => keepDraft(customBot.name, next),
  };
  if (step === "review")
    return (
      <Review
        instance={instance}
        schema={schema}
        checked={isReviewed ? checked.result : undefined}
        error={error}
        isCreating={create.running}
        onCreate={() => void create.run()}
      />
    );
  return (
    <Panel
      title={step === "config" ? `Config of ${customBot.name} ${customBot.version}` : "Name and schedule"}
    >
      <form
        class="form"
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void check.run(step === "config" ? "name" : "review");
        }}
      >
        {error !== undefined && <ProblemSummary error={error} form={form} />}
        {step === "config" ? (
          <ConfigFields {...given} schema={schema} />
        ) : (
          <>
            <CommonFields {...given} />
            {customBot.type === "scheduled" && (
              <>
                <ScheduleFields {...given} />
                <SchedulePreview instance={instance} />
              </>
            )}
          </>
        )}
        <div class="actions">
          <Button onClick={() => goToStep(step === "config" ? "bot" : "config")}>Back</Button>
          <Button kind="main" type="submit" disabled={check.running}>
            {step === "config" ? "Next: name" : "Next: review"}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** Whether another bot has the name. */
const isTaken = (error: unknown): boolean =>
  /name.*taken|taken.*name/.test((error as { code?: string })?.code ?? "");
