import { hash } from "node:crypto";
import { html } from "./html.ts";

/**
 * The script of the pages that sign in and out and approve devices. It is in the page, and the page's policy allows no other.
 *
 * The page key of a session is kept in the storage of the platform's origin, which a page of another port cannot read. The
 * script puts it there after signing in, removes it after signing out, and adds it to each form that needs it.
 */
export const script = `{
  const name = "botyard.page-key";
  const given = document.getElementById("given")?.dataset;
  if (given?.pageKey) localStorage.setItem(name, given.pageKey);
  else if (given) localStorage.removeItem(name);
  const kept = () => localStorage.getItem(name) ?? "";
  kept();
  document.getElementById("needs").remove();
  if (given) location.replace(given.next);
  addEventListener("submit", ({ target: { elements } }) => {
    if (elements.page_key) elements.page_key.value = kept();
  });
}`;

/** What a `script-src` must have to allow the script. */
export const scriptSource = `'sha256-${hash("sha256", script, "base64")}'`;

/** Has a form send the page key. */
export const pageKeyField = html`<input type="hidden" name="page_key" autocomplete="off">`;

/** Shown until the script has found that it works. */
export const needs = html`<p class="error" id="needs">This page needs JavaScript, and storage for this site. A browser that blocks all cookies of the site
blocks its storage too.</p>`;

/** Gives the script a page key to keep, or none any more, and the address of the next page. */
export const handOver = (pageKey: string, next: string) =>
  html`<p id="given" data-page-key="${pageKey}" data-next="${next}"><a href="${next}">Continue</a></p>`;
