interface EarlyAnswer {
  readonly authorization: string | undefined
  readonly response: Promise<Response>
}

const answers = new Map<string, EarlyAnswer>()

const authorizationOf = (token: string | null): string | undefined => (token === null ? undefined : `Bearer ${token}`)

/** Asks for what the first screen needs before the code that needs it has arrived. The first call for the same address gets the answer. */
export function askEarly(url: string, token: string | null): void {
  const authorization = authorizationOf(token)
  const headers = { Accept: 'application/json', ...(authorization === undefined ? {} : { Authorization: authorization }) }
  const response = fetch(url, { headers, credentials: 'omit' })
  response.catch(() => {})
  answers.set(url, { authorization, response })
}

/** `fetch` for the API's client: takes an early answer to the same viewer, once, and otherwise asks the server. */
export async function fetchWithEarlyAnswers(url: string, init: RequestInit): Promise<Response> {
  const answer = answers.get(url)
  answers.delete(url)
  const headers = new Headers(init.headers)
  const isSame = answer?.authorization === (headers.get('Authorization') ?? undefined) && !headers.has('If-None-Match')
  if (answer === undefined || !isSame || init.method !== 'GET') return fetch(url, init)
  return answer.response.catch(() => fetch(url, init))
}
