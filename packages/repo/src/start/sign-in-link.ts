/** Creates a link that signs a browser in as the admin, once. */
export async function signInLink(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/users/admin/sign-in-links`, {
    method: "POST",
    headers: { authorization: `ApiKey ${key}` },
  });
  if (!response.ok) throw new Error(`Cannot create a sign-in link: status ${response.status}.`);
  const { path } = (await response.json()) as { path: string };
  return url + path;
}
