import type { DryRun, InstanceConfig } from "@botyard/client/browser";
import { deployCommand } from "../../domain/settings/deploy-command.ts";
import { Ticks } from "../../domain/ticks.tsx";
import { Button } from "../../ui/button.tsx";
import { Copy } from "../../ui/copy.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Json } from "../../ui/json.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { Schema } from "../../ui/schema-form/schema.ts";
import { hideSecrets, holdsStoredSecret } from "../../ui/schema-form/secrets.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { goToStep } from "./steps.ts";

interface Props {
  instance: InstanceConfig;
  schema: Schema;
  /** What the platform would create; absent while it checks. */
  checked: DryRun | undefined;
  error: unknown;
  isCreating: boolean;
  onCreate(): void;
}

/** The last step: what will be created, and the command that does the same. */
export function Review({ instance, schema, checked, error, isCreating, onCreate }: Props) {
  const shown = { ...instance, config: hideSecrets(schema, instance.config) as InstanceConfig["config"] };
  const hidesSecrets = holdsStoredSecret(shown.config);
  return (
    <Panel title="Review">
      {error !== undefined && <Failure error={error} />}
      {!checked ? (
        error === undefined && <Skeleton />
      ) : (
        <div class="stack">
          <p>
            The platform has checked everything: it is valid. Nothing has been created yet.{" "}
            {instance.schedule === undefined
              ? "The bot is started as soon as it is created."
              : "The bot runs at the ticks of its schedule."}
          </p>
          <dl class="facts">
            <Fact name="Name" value={instance.name} />
            <Fact name="Custom bot" value={instance.type} />
            <Fact name="Version" value={checked.version} />
            {instance.schedule !== undefined && (
              <>
                <Fact name="Schedule" value={instance.schedule} />
                <Fact name="Time zone" value={instance.timezone ?? "UTC"} />
              </>
            )}
          </dl>
          {checked.next_ticks && (
            <>
              <h3>Next runs</h3>
              <Ticks ticks={checked.next_ticks} timezone={instance.timezone ?? "UTC"} />
            </>
          )}
          <h3>Config, with its defaults</h3>
          <Json text={JSON.stringify(checked.config, undefined, 2)} />
          <div class="actions">
            <Button onClick={() => goToStep("name")}>Back</Button>
            <Button kind="main" disabled={isCreating} onClick={onCreate}>
              {isCreating ? "Creating …" : "Create the bot"}
            </Button>
          </div>
          <h3>The same in a terminal</h3>
          <div class="command">
            <code class="given">{deployCommand(shown)}</code>
            <Copy text={deployCommand(instance)} />
          </div>
          {hidesSecrets && (
            <p class="soft small">Secrets are hidden here. The copy contains those that you entered.</p>
          )}
        </div>
      )}
    </Panel>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="given">
        {value.split("/").flatMap((part, at) => (at === 0 ? [part] : ["/", <wbr key={at} />, part]))}
      </dd>
    </div>
  );
}
