import { waitUntil } from '@outlast/testing'

interface PersistentCall {
  /** Returns the server to try next. */
  readonly url: () => string
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly token: string
  readonly body: object
}

/** Calls a pool whose servers are killed until the call succeeds, with the same idempotency key, so that it is done once. */
export async function callUntilDone<T>({ url, method, path, token, body }: PersistentCall): Promise<T> {
  const key = crypto.randomUUID()
  let result: T | undefined
  await waitUntil(
    `${method} ${path} succeeds`,
    async () => {
      try {
        const response = await fetch(`${url()}${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify(body),
        })
        const text = await response.text()
        if (!response.ok) return false
        result = text === '' ? undefined : (JSON.parse(text) as T)
        return true
      } catch {
        return false
      }
    },
    { everyMs: 50, timeoutMs: 60_000 },
  )
  return result as T
}
