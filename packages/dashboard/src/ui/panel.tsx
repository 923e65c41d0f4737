import type { ComponentChildren } from "preact";
import type { Loading } from "../platform/use-resource.ts";
import { Failure } from "./failure.tsx";
import { Skeleton } from "./skeleton.tsx";

interface PanelProps {
  title?: ComponentChildren;
  actions?: ComponentChildren;
  /** Without a margin inside, for tables. */
  flush?: boolean;
  children?: ComponentChildren;
}

export function Panel({ title, actions, flush, children }: PanelProps) {
  return (
    <section class="panel">
      {(title || actions) && (
        <header>
          {title && <h2>{title}</h2>}
          {actions && <div class="actions">{actions}</div>}
        </header>
      )}
      <div class="panel-body" data-flush={flush}>
        {children}
      </div>
    </section>
  );
}

interface LoadedProps<T> {
  resource: Loading<T>;
  /** Shown instead of the content if there is nothing; says why, and which command fills it. */
  empty?: (value: T) => ComponentChildren;
  /** Lines of the place that is kept while it is loaded. */
  lines?: number;
  children: (value: T) => ComponentChildren;
}

/** Content that is loaded, with its four states: loading, error, empty, and shown, which may be stale. */
export function Loaded<T>({ resource, empty, lines, children }: LoadedProps<T>) {
  const { value, error, reload } = resource;
  if (value === undefined) {
    return error ? (
      <div class="panel-body">
        <Failure error={error} retry={reload} />
      </div>
    ) : (
      <Skeleton {...(lines !== undefined && { lines })} />
    );
  }
  const nothing = empty?.(value);
  return (
    <>
      {error !== undefined && <Failure error={error} retry={reload} />}
      <div class={error === undefined ? "stack" : "stack stale"}>{nothing || children(value)}</div>
    </>
  );
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <div class="empty">{children}</div>;
}
