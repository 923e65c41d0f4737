/** Headers of every page. The referrer stays on the platform: the address of a page may contain a sign-in link. */
export const pageHeaders = (policy: string) => ({
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), serial=(), usb=()",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
});
