import { useEffect } from "preact/hooks";
import usualIcon from "../styles/icon.svg";
import failingIcon from "../styles/icon-failing.svg";

/** Names the page in the tab of the browser, and says there how many bots fail. */
export function useTitle(name: string, failing = 0): void {
  useEffect(() => {
    document.title = `${failing > 0 ? `(${failing} failing) ` : ""}${name} – Botyard`;
    document.querySelector<HTMLLinkElement>("link[rel=icon]")!.href = failing > 0 ? failingIcon : usualIcon;
  }, [name, failing]);
  useEffect(
    () => () => {
      document.title = "Botyard";
      document.querySelector<HTMLLinkElement>("link[rel=icon]")!.href = usualIcon;
    },
    [],
  );
}
