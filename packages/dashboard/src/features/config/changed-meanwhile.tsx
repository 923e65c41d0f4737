import type { Difference } from "../../lib/changes.ts";
import { Button } from "../../ui/button.tsx";
import { Diff } from "../../ui/diff.tsx";

interface Props {
  changes: readonly Difference[];
  revision: number;
  onKeep(): void;
  onDiscard(): void;
}

/** The bot was changed while the reader was editing: shows how, and what can be done with the reader's own changes. */
export function ChangedMeanwhile({ changes, revision, onKeep, onDiscard }: Props) {
  return (
    <div class="banner problems" role="alert">
      <strong>The settings were changed meanwhile: they are now revision {revision}.</strong>
      <p>Your changes are kept here and not saved. Others have changed:</p>
      <Diff changes={changes} />
      <div class="actions">
        <Button onClick={onKeep}>Apply my changes to revision {revision}</Button>
        <Button onClick={onDiscard}>Discard my changes</Button>
      </div>
    </div>
  );
}
