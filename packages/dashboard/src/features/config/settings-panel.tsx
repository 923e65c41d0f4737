import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { TabProps } from "../../domain/bot-tab.ts";
import { ProblemSummary, problemsOf } from "../../domain/settings/problems.tsx";
import {
  changesOf,
  patchOf,
  plannedChanges,
  type Settings,
  settingsOf,
  shownSettings,
} from "../../domain/settings/settings.ts";
import {
  CommonFields,
  ConfigFields,
  ScheduleFields,
  VersionField,
} from "../../domain/settings/settings-form.tsx";
import { type Difference, rebase } from "../../lib/changes.ts";
import { holdLeaving, search, setSearch } from "../../lib/url.ts";
import { canDeploy } from "../../platform/session.ts";
import { useAction } from "../../platform/use-action.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Button } from "../../ui/button.tsx";
import { Json } from "../../ui/json.tsx";
import { Loaded, Panel } from "../../ui/panel.tsx";
import { checkPatch, getBot, getChoices, patchBot } from "./api/config.ts";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { Review } from "./review.tsx";

/** The settings of a bot, edited as a form. What is entered stays, whatever is loaded meanwhile, until it is saved or discarded. */
export function SettingsPanel({ bot, onChange }: TabProps) {
  const [base, setBase] = useState(bot);
  const before = settingsOf(base);
  const [settings, setSettings] = useState<Settings>(before);
  const [reviewed, setReviewed] = useState<Difference[]>();
  const [saved, setSaved] = useState<number>();
  const form = useRef<HTMLFormElement>(null);
  const choices = useResource(
    (signal) => getChoices(bot.custom_bot, settings.version, signal),
    [bot.custom_bot, settings.version],
  );
  const shownChoices = useRef(choices.value);
  shownChoices.current = choices.value ?? shownChoices.current;
  const changes = changesOf(shownChoices.current?.schema ?? {}, before, settings);
  const isEdited = changes.length > 0;
  const isOutdated = bot.revision !== base.revision;
  const take = (from: typeof bot, next = settingsOf(from)) => {
    setBase(from);
    setSettings(next);
  };
  useEffect(() => {
    // Nothing is lost: the form shows what the platform has.
    if (isOutdated && !isEdited) take(bot);
  }, [isOutdated, isEdited]);
  // Before the page says that there are changes.
  useLayoutEffect(
    () => (isEdited ? holdLeaving("The changes of the settings are not saved.") : undefined),
    [isEdited],
  );
  /** If the bot was changed meanwhile, the form shows how. */
  const unlessChanged = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      if ((error as { status?: number }).status !== 412) throw error;
      onChange(await getBot(bot.bot_id));
    }
  };
  // What is wrong is said before anything is saved.
  const check = useAction(() =>
    unlessChanged(async () => {
      const { config } = await checkPatch(base, patchOf(before, settings));
      setReviewed(plannedChanges(shownChoices.current?.schema ?? {}, before, settings, config));
    }),
  );
  const save = useAction(() => {
    setReviewed(undefined);
    setSaved(undefined);
    return unlessChanged(async () => {
      const next = await patchBot(base, patchOf(before, settings));
      take(next);
      onChange(next);
      setSaved(next.changed === false ? undefined : next.revision);
    });
  });
  useEffect(() => {
    // What was refused is not there any more.
    if (!isEdited) for (const action of [check, save]) action.forget();
  }, [isEdited]);
  const error = check.error ?? (check.running ? undefined : save.error);
  const isBusy = check.running || save.running;
  const asJson = search.value.get("as") === "json";
  const problems = problemsOf(error);
  const given = {
    settings,
    problems,
    onChange: (next: Settings) => {
      setSaved(undefined);
      setSettings(next);
    },
  };
  return (
    <Panel
      title="Settings"
      actions={
        <>
          <span class="soft small">Revision {base.revision}</span>
          <Button aria-pressed={asJson} onClick={() => setSearch({ as: asJson ? undefined : "json" })}>
            {asJson ? "Show form" : "Show JSON"}
          </Button>
        </>
      }
    >
      <Loaded resource={{ ...choices, value: shownChoices.current }} lines={30}>
        {({ schema, versions }) =>
          asJson ? (
            <div class="stack">
              {isEdited && <p class="soft small">With your changes, which are not saved yet.</p>}
              <Json
                text={JSON.stringify({ type: bot.type, ...shownSettings(schema, settings) }, undefined, 2)}
              />
            </div>
          ) : (
            <form
              ref={form}
              class="form"
              onSubmit={(event) => {
                event.preventDefault();
                if (isEdited && !isOutdated) void check.run();
              }}
            >
              {isOutdated && isEdited && (
                <ChangedMeanwhile
                  changes={changesOf(schema, before, settingsOf(bot))}
                  revision={bot.revision}
                  onKeep={() => take(bot, rebase(before, settings, settingsOf(bot)) as Settings)}
                  onDiscard={() => take(bot)}
                />
              )}
              {error !== undefined && <ProblemSummary error={error} form={form} />}
              <fieldset class="plain" disabled={!canDeploy.value || isBusy}>
                <CommonFields {...given} />
                <VersionField
                  {...given}
                  versions={versions}
                  help={base.version_spec === base.version ? undefined : `Chosen as ${base.version_spec}.`}
                />
                {bot.schedule !== undefined && <ScheduleFields {...given} />}
                <ConfigFields {...given} schema={schema} isOfOther={settings.version !== base.version} />
              </fieldset>
              {canDeploy.value ? (
                <div class="actions save-bar">
                  <Button kind="main" type="submit" disabled={!isEdited || isOutdated || isBusy}>
                    {save.running ? "Saving …" : check.running ? "Checking …" : "Review changes"}
                  </Button>
                  <Button disabled={!isEdited || isBusy} onClick={() => take(bot)}>
                    Discard
                  </Button>
                  <span class="soft small" role="status">
                    {isEdited
                      ? `${changes.length} ${changes.length === 1 ? "change" : "changes"} not saved`
                      : saved === undefined
                        ? "Nothing changed"
                        : `Saved as revision ${saved}`}
                  </span>
                </div>
              ) : (
                <p class="soft small">
                  Your key may read only. To change settings, it needs the scope deploy.
                </p>
              )}
            </form>
          )
        }
      </Loaded>
      {reviewed && (
        <Review
          bot={base}
          changes={reviewed}
          onSave={() => void save.run()}
          onClose={() => setReviewed(undefined)}
        />
      )}
    </Panel>
  );
}
