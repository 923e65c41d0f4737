/** What no page may do. A page loads only what its own directives allow. */
const policy = ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"];

/**
 * Headers of every page, with the directives of its own of the content security policy. The referrer stays on the platform:
 * the address of a page may contain a sign-in link.
 */
export const pageHeaders = (directives: readonly string[]) => ({
  "content-security-policy": [...policy, ...directives].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), serial=(), usb=()",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
});
