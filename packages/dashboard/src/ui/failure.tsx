import { Button } from "./button.tsx";

interface Props {
  error: unknown;
  retry?: () => void;
}

/** Says what went wrong, what to do, and which request it was in the platform's log. */
export function Failure({ error, retry }: Props) {
  const { message, hint, requestId } = describe(error);
  return (
    <div class="banner" data-tone="bad" role="alert">
      <span class="given">
        {message} {hint}
      </span>
      {requestId && <span class="small">Request {requestId}</span>}
      {retry && <Button onClick={retry}>Retry</Button>}
    </div>
  );
}

function describe(error: unknown): { message: string; hint?: string; requestId?: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  const { hint, requestId } = error as { hint?: string; requestId?: string };
  return { message: error.message, ...(hint && { hint }), ...(requestId && { requestId }) };
}
