import { useEffect, useRef } from "preact/hooks";
import { printable } from "../../lib/printable.ts";
import { useResource } from "../../platform/use-resource.ts";
import { Document } from "../../ui/document/document.tsx";
import { Loaded } from "../../ui/panel.tsx";
import { readValue } from "./api/state.ts";

interface Props {
  botId: string;
  name: string;
  /** Time of its last change: another one means another value. */
  changed: string;
}

export function Value({ botId, name, changed }: Props) {
  const value = useValue(botId, name, changed);
  return (
    <div class="stack">
      <h3 class="mono given">{printable(name)}</h3>
      <Loaded resource={value}>{(content) => <Document content={content} name={name} />}</Loaded>
    </div>
  );
}

/** The old value stays in the page until a changed one has arrived. */
function useValue(botId: string, name: string, changed: string) {
  const value = useResource((signal) => readValue(botId, name, signal), [botId, name]);
  const loaded = useRef(changed);
  useEffect(() => {
    if (loaded.current !== changed) value.reload();
    loaded.current = changed;
  }, [changed]);
  return value;
}
