/** A response of the API whose body was JSON. */
export interface JsonResponse<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** Sends one POST or PATCH without the typed client, for load and faults where every response matters. */
export async function sendJson<Body>(
  method: 'POST' | 'PATCH',
  url: string,
  token: string | undefined,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<JsonResponse<Body>> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...authorization(token), ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
}

/** Fetches JSON. Rejects unless the status is 2xx. */
export async function getJson<Body>(url: string, token?: string): Promise<Body> {
  const response = await fetch(url, { headers: authorization(token) })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Body
}

function authorization(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}
