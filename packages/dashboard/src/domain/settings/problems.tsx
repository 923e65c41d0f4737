import { useEffect, useRef } from "preact/hooks";
import { Failure } from "../../ui/failure.tsx";
import type { Problems } from "../../ui/schema-form/schema-form.tsx";

/** The problems of an invalid document by pointer; those without one are under the empty pointer. */
export function problemsOf(error: unknown): Map<string, string> {
  const problems = new Map<string, string>();
  const found = (
    error as { errors?: readonly { pointer?: string; detail: string; next?: string }[] } | undefined
  )?.errors;
  for (const { pointer = "", detail, next } of found ?? []) {
    const text = next ? `${detail} ${next}` : detail;
    problems.set(pointer, problems.has(pointer) ? `${problems.get(pointer)} ${text}` : text);
  }
  return problems;
}

/** Goes to the field at a pointer, or to the nearest one around it. Returns whether there is one. */
export function focusField(form: HTMLElement, pointer: string): boolean {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const place = [...form.querySelectorAll<HTMLElement>("[data-pointer]")].find(
      ({ dataset }) => dataset.pointer === at,
    );
    const field = place?.querySelector<HTMLElement>(
      "input:not(:disabled), select, textarea, button:not(:disabled)",
    );
    if (!field) continue;
    field.focus();
    field.scrollIntoView({ block: "center" });
    return true;
  }
  return false;
}

interface Props {
  error: unknown;
  /** The form whose fields have the problems beside them. */
  form: { current: HTMLElement | null };
}

/** Why settings are refused: a list that leads to the fields. The first field gets the focus. */
export function ProblemSummary({ error, form }: Props) {
  const problems = problemsOf(error);
  const seen = useRef<unknown>(undefined);
  useEffect(() => {
    if (seen.current === error) return;
    seen.current = error;
    const [first] = inOrder(problems, form.current!);
    if (first) focusField(form.current!, first);
  }, [error]);
  if (problems.size === 0) return <Failure error={error} />;
  return (
    <div class="banner problems" data-tone="bad" role="alert">
      <strong>
        {problems.size === 1 ? "One problem was found." : `${problems.size} problems were found.`} Nothing was
        saved.
      </strong>
      <ul>
        {[...problems].map(([pointer, text]) => (
          <li key={pointer} class="given">
            {pointer === "" ? (
              text
            ) : (
              <>
                <button type="button" class="link" onClick={() => focusField(form.current!, pointer)}>
                  {nameOf(pointer)}
                </button>
                : {text}
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The pointers in the order of their fields on the page. */
function inOrder(problems: Problems, form: HTMLElement): string[] {
  const places = [...form.querySelectorAll<HTMLElement>("[data-pointer]")].map(
    ({ dataset }) => dataset.pointer,
  );
  const placeOf = (pointer: string) => {
    const at = places.indexOf(pointer);
    return at < 0 ? places.length : at;
  };
  return [...problems.keys()].filter(Boolean).toSorted((a, b) => placeOf(a) - placeOf(b));
}

const nameOf = (pointer: string): string =>
  pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");
