import type { ComponentChildren } from "preact";
import { Empty } from "./panel.tsx";

interface Props {
  title: string;
  /** Why it may be missing, and where to go. */
  children: ComponentChildren;
}

/** Stands for a page whose subject does not exist, or is not the reader's. */
export function NotFound({ title, children }: Props) {
  return (
    <Empty>
      <h1>{title}</h1>
      {children}
    </Empty>
  );
}

/** Whether the platform knows nothing of what it was asked for. */
export function isNotFound(error: unknown): boolean {
  return (error as { status?: unknown } | undefined)?.status === 404;
}
