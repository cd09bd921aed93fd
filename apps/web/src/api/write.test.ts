import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

interface Attempt {
  readonly path: string
  readonly key: string | null
  readonly at: number
}

let attempts: Attempt[]
let answer: (attempt: Attempt) => Promise<Response> | Response

const never = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) => {
    if (signal?.aborted === true) reject(signal.reason as Error)
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  attempts = []
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('fetch', (path: string, { headers, signal }: RequestInit) => {
    const attempt = { path, key: new Headers(headers).get('Idempotency-Key'), at: Date.now() }
    // A request that is over before it begins is not sent.
    if (signal?.aborted !== true) attempts.push(attempt)
    return answer === SILENT ? never(signal) : Promise.resolve(answer(attempt))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.resetModules()
})

const SILENT = (): Response => {
  throw new Error('nobody answers')
}
const done = () => Response.json({ teams: [] })
const rename = { params: { id: 1 }, body: { teams: ['KC'] } }

/** Runs a call to its end. Returns its message if it fails. */
async function settle(call: Promise<unknown>): Promise<string> {
  const result = call.then(
    () => 'done',
    (error: Error) => error.message,
  )
  await vi.advanceTimersByTimeAsync(120_000)
  return result
}

describe('write', () => {
  it('ends attempts without an answer, repeats them with the same key, and says that nothing is confirmed', async () => {
    const { write } = await import('./client.ts')
    const { usePoolSilence } = await import('./pool-silence.ts')
    answer = SILENT
    const onUnanswered = vi.fn<() => void>()
    expect(await settle(write('setRanking', rename, { onUnanswered }))).toMatch(
      /: the pool did not answer, so this is not confirmed\. Try again: it happens only once\.$/,
    )
    expect(new Set(attempts.map(({ key }) => key)).size).toBe(1)
    expect(attempts.map(({ at }) => at)).toEqual([0, 10_400, 21_900])
    expect(onUnanswered).toHaveBeenCalledTimes(2)
    expect(usePoolSilence.getState()).toBe(true)
    answer = done
    await settle(write('setRanking', rename))
    expect(usePoolSilence.getState()).toBe(false)
  })

  it('sends the same change again with the key of the one that was not confirmed, until the pool answers', async () => {
    const { write } = await import('./client.ts')
    answer = SILENT
    await settle(write('setRanking', rename))
    answer = done
    expect(await settle(write('setRanking', rename))).toBe('done')
    const [first] = attempts
    expect(attempts.at(-1)?.key).toBe(first?.key)
    await settle(write('setRanking', rename))
    expect(attempts.at(-1)?.key).not.toBe(first?.key)
  })

  it('does not take a change for a repeat after another one, or after ten minutes', async () => {
    const { write } = await import('./client.ts')
    for (const between of [() => write('setRanking', { ...rename, body: { teams: [] } }), () => Promise.resolve()]) {
      answer = SILENT
      await settle(write('setRanking', rename))
      const { key } = attempts.at(-1)!
      answer = done
      await settle(between())
      await vi.advanceTimersByTimeAsync(600_000)
      await settle(write('setRanking', rename))
      expect(attempts.at(-1)?.key).not.toBe(key)
    }
  })

  it('does not repeat a refusal', async () => {
    const { write } = await import('./client.ts')
    answer = () => Response.json({ error: 'No', code: 'team_repeated' }, { status: 400 })
    expect(await settle(write('setRanking', rename))).toBe('No')
    expect(attempts).toHaveLength(1)
  })

  it('makes one attempt where a repeat would not help', async () => {
    const { write } = await import('./client.ts')
    answer = SILENT
    await settle(write('endSession', { params: { id: 'current' } }, { isRepeated: false }))
    expect(attempts).toHaveLength(1)
  })
})

describe('api.call', () => {
  it('ends a read or a login without an answer, once, and says so', async () => {
    const { api } = await import('./client.ts')
    answer = SILENT
    expect(await settle(api.call('listWeeks'))).toBe('Failed to load weeks: the pool did not answer')
    const login = api.call('login', { body: { email: 'a@b.example', password: 'secret' } })
    expect(await settle(login)).toBe('Login failed: the pool did not answer')
    expect(attempts).toHaveLength(2)
  })

  it('takes an early answer that nobody gives for no answer, and asks again', async () => {
    const { askEarly } = await import('./early-answers.ts')
    const { api } = await import('./client.ts')
    answer = SILENT
    void askEarly('/api/weeks', 'token')
    await vi.advanceTimersByTimeAsync(10_000)
    answer = () => Response.json([])
    expect(await settle(api.call('listWeeks'))).toBe('done')
    expect(attempts).toHaveLength(2)
    answer = SILENT
    void askEarly('/api/teams', 'token')
    expect(await settle(api.call('listTeams'))).toMatch('the pool did not answer')
    // The early request ends with the call that uses it.
    expect(attempts).toHaveLength(3)
  })
})
