import { printable } from "../lib/printable.ts";
import { pageKey } from "../platform/page-key.ts";
import { beginSignOut, caller } from "../platform/session.ts";
import { ThemeSwitch, ZoneSwitch } from "./switches.tsx";

/** Who is signed in, and behind it what they choose for this browser. */
export function Account() {
  return (
    <div class="account small">
      <button type="button" popovertarget="account">
        <span class="given">{printable(caller.value?.user_name ?? "Settings")}</span>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d="M2 8l4-4 4 4" />
        </svg>
        {caller.value && <span class="hidden-text">: settings and sign-out</span>}
      </button>
      <div id="account" popover="auto">
        <ThemeSwitch />
        <ZoneSwitch />
        {caller.value && (
          <form
            method="post"
            action="/sign-out"
            onSubmit={({ currentTarget }) => {
              currentTarget.querySelector("input")!.value = pageKey() ?? "";
              beginSignOut();
            }}
          >
            <input type="hidden" name="page_key" autocomplete="off" />
            <button class="button" type="submit">
              Sign out
            </button>
          </form>
        )}
      </div>
    </div>
  );
}
