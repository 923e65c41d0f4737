/** The methods that each path supports, for the answer to an unsupported one. */
export class RouteTable {
  readonly #routes: { pattern: RegExp; methods: string[] }[] = [];

  add(route: { url: string; method: string | string[] }): void {
    const pattern = route.url
      .split("/")
      .map((part) => (part.startsWith(":") ? "[^/]+" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")))
      .join("/");
    this.#routes.push({ pattern: new RegExp(`^${pattern}/?$`), methods: [route.method].flat() });
  }

  methodsAt(path: string): string[] {
    const methods = this.#routes
      .filter(({ pattern }) => pattern.test(path))
      .flatMap((route) => route.methods);
    return [...new Set(methods)].sort();
  }
}
