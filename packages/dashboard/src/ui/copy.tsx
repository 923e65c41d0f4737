import { useEffect, useState } from "preact/hooks";
import { Button } from "./button.tsx";

/** A button that copies a text, and says so for two seconds. */
export function Copy({ text, name = "Copy" }: { text: string; name?: string }) {
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(undefined), 2000);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid("Copied"),
      () => setSaid("Not allowed by the browser"),
    );
  return (
    <Button kind="quiet" onClick={copy}>
      <span aria-live="polite">{said ?? name}</span>
    </Button>
  );
}

/** A command for the terminal, with a button that copies it. */
export function Command({ text }: { text: string }) {
  return (
    <div class="command">
      <code>{text}</code>
      <Copy text={text} />
    </div>
  );
}
