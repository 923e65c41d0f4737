import { createClient } from "@botyard/client";
import { defineCommand } from "../../command.ts";
import { resolveUrl } from "../../profile/credentials.ts";
import { profileDir } from "../../profile/place.ts";
import { readProfile, writeProfile } from "../../profile/profile.ts";

export default defineCommand<{ revoke?: boolean }>({
  about: [
    "Removes the key of this platform from the profile. The key itself stays valid, because it may be in use elsewhere; --revoke revokes it too.",
  ],
  examples: [
    ["Remove the key from this machine", "platform auth logout"],
    ["Revoke the key as well", "platform auth logout --revoke"],
  ],
  options: [{ flags: "--revoke", help: "also revoke the key on the platform" }],
  json: ["url", "signed_out", "revoked"],
  async run(context, _args, options) {
    const dir = profileDir(context.env, context.clone);
    const profile = await readProfile(dir);
    const { url } = resolveUrl(context.env, context.globals, profile.current);
    const { [url]: signedIn, ...others } = profile.servers;
    if (signedIn && options.revoke) {
      await createClient({ url, key: signedIn.key, signal: context.signal }).keys.revoke(signedIn.key_id);
    }
    if (signedIn) {
      const current = profile.current === url ? Object.keys(others)[0] : profile.current;
      await writeProfile(dir, { ...(current === undefined ? {} : { current }), servers: others });
    }
    const revoked = signedIn !== undefined && options.revoke === true;
    context.print({ url, signed_out: signedIn !== undefined, revoked }, () =>
      signedIn
        ? `Signed out of ${url}. Key ${signedIn.key_id} ${revoked ? "is revoked" : "is still valid"}.\n`
        : `Not signed in to ${url}.\n`,
    );
    if (signedIn && !revoked)
      context.note(
        `To revoke the key as well, use platform auth logout --revoke next time, or run this with an admin key: platform key revoke ${signedIn.key_id}`,
      );
    if (context.env.PLATFORM_API_KEY) context.warn("PLATFORM_API_KEY is still set and will be used.");
    return undefined;
  },
});
