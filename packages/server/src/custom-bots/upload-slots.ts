import { PlatformError } from "../errors/platform-error.ts";
import type { Settings } from "../settings/settings.ts";

const retrySeconds = "5";

/** Bounds the uploads that are received and checked at the same time. */
export class UploadSlots {
  readonly #settings: Pick<Settings, "uploads" | "uploadsPerUser">;
  readonly #users = new Map<string, number>();
  #all = 0;

  constructor(settings: Pick<Settings, "uploads" | "uploadsPerUser">) {
    this.#settings = settings;
  }

  /**
   * Takes a slot and returns the function that frees it.
   *
   * @throws {PlatformError} `too_many_uploads`
   */
  take(ownerId: string): () => void {
    const { uploads, uploadsPerUser } = this.#settings;
    const own = this.#users.get(ownerId) ?? 0;
    if (own >= uploadsPerUser)
      throw refused(
        `${own} of your uploads are in progress, which is the limit (PLATFORM_UPLOADS_PER_USER).`,
      );
    if (this.#all >= uploads)
      throw refused(`${this.#all} uploads are in progress, which is the limit (PLATFORM_UPLOADS).`);
    this.#users.set(ownerId, own + 1);
    this.#all += 1;
    return () => {
      const left = this.#users.get(ownerId)! - 1;
      if (left === 0) this.#users.delete(ownerId);
      else this.#users.set(ownerId, left);
      this.#all -= 1;
    };
  }
}

const refused = (detail: string) =>
  new PlatformError("too_many_uploads", detail, { headers: { "retry-after": retrySeconds } });
