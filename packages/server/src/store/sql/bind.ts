import type { Store } from "./store.ts";

/** A verb of the store without its first parameter. */
type Bound<Verb> = Verb extends (store: Store, ...given: infer Given) => infer Found
  ? (...given: Given) => Found
  : never;

type BoundVerbs<Verbs> = { readonly [Name in keyof Verbs]: Bound<Verbs[Name]> };

/** Returns the verbs with their first parameter set. */
export function bind<Verbs extends object>(store: Store, verbs: Verbs): BoundVerbs<Verbs> {
  const bound = Object.entries(verbs).map(([name, verb]) => [
    name,
    (verb as (...given: unknown[]) => unknown).bind(undefined, store),
  ]);
  return Object.fromEntries(bound) as BoundVerbs<Verbs>;
}
