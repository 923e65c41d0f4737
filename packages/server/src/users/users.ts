import type { Clock } from "../clock.ts";
import { onceMade } from "../errors/in-doubt.ts";
import { PlatformError } from "../errors/platform-error.ts";
import { newId } from "../model/ids.ts";
import type { Role, User } from "../model/model.ts";
import { present } from "../model/present.ts";
import type { Once, ServiceStore } from "../store/index.ts";
import type { Revocations } from "./revocations.ts";

/** The users of the platform. */
export class Users {
  readonly #store: ServiceStore;
  readonly #clock: Clock;
  readonly #revocations: Revocations;
  /** Names never change. */
  readonly #names = new Map<string, string>();

  constructor(store: ServiceStore, clock: Clock, revocations: Revocations) {
    this.#store = store;
    this.#clock = clock;
    this.#revocations = revocations;
  }

  /** @throws {PlatformError} `user_exists` */
  async add(name: string, role: Role = "user", once?: Once): Promise<User> {
    const now = this.#clock.now();
    const user = { id: newId("usr", now.getTime()), name, role, created_at: now.toISOString() };
    if (await this.#store.insertUser(user, once)) return user;
    throw new PlatformError("user_exists", `There is already a user with the name "${name}".`);
  }

  /** Returns the user with this name, added if missing. */
  async ensure(name: string, role: Role = "user"): Promise<User> {
    return (await this.find(name)) ?? this.add(name, role);
  }

  async find(name: string): Promise<User | undefined> {
    const row = await this.#store.userByName(name);
    return row && present<typeof row>(row);
  }

  /** @throws {PlatformError} `user_not_found` */
  async named(name: string): Promise<User> {
    const user = await this.find(name);
    if (!user) throw new PlatformError("user_not_found", `There is no user with the name "${name}".`);
    return user;
  }

  async withId(id: string): Promise<User | undefined> {
    const row = await this.#store.userById(id);
    return row && present<typeof row>(row);
  }

  async nameOf(id: string): Promise<string> {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const name = (await this.#store.userById(id))?.name ?? id;
    this.#names.set(id, name);
    return name;
  }

  /** Returns the user that the first start created. */
  async first(): Promise<User | undefined> {
    const row = await this.#store.firstUser();
    return row && present<typeof row>(row);
  }

  async list(page: Parameters<ServiceStore["listUsers"]>[0]): Promise<User[]> {
    return (await this.#store.listUsers(page)).map((row) => present<typeof row>(row));
  }

  /**
   * Disables a user: its keys and sessions stop working, its streams and waiting calls end. Its bots are left alone.
   *
   * @throws {PlatformError} `user_not_found`, `last_admin`
   */
  async disable(name: string, once?: Once): Promise<User> {
    const { id } = await this.named(name);
    const disabled = () => this.#revocations.announce({ kind: "user", id });
    const isDisabled = this.#store.disableUser(id, this.#clock.now().toISOString(), once).catch((error) => {
      onceMade(error, disabled);
      throw error;
    });
    if (!(await isDisabled))
      throw new PlatformError("last_admin", `"${name}" is the only admin that is not disabled.`);
    disabled();
    return this.named(name);
  }

  /**
   * Enables a user again, optionally with a role: its keys work again, its sessions do not.
   *
   * @throws {PlatformError} `user_not_found`
   */
  async enable(name: string, role?: Role, once?: Once): Promise<User> {
    const { id } = await this.named(name);
    const enabled = () => this.#revocations.takeBack({ kind: "user", id });
    await this.#store.enableUser(id, role, once).catch((error) => {
      onceMade(error, enabled);
      throw error;
    });
    enabled();
    return this.named(name);
  }

  /** Returns the ids of the admins that are not disabled. */
  enabledAdmins(): Promise<string[]> {
    return this.#store.enabledAdmins();
  }
}
