import { setTimeout as sleep } from 'node:timers/promises'

const MAX_REPEATS = 10
const PAUSE_MS = 500

/**
 * Fetches like a patient client: repeats a request that the pool rejected because it was busy or its database was away, which happens on
 * an overloaded machine. Such a request changed nothing. Does not repeat one whose outcome is unknown.
 */
export async function patientFetch(url: string, init?: RequestInit): Promise<Response> {
  for (let repeats = 0; ; repeats += 1) {
    const response = await fetch(url, init)
    if (response.status !== 503 || repeats === MAX_REPEATS || !(await changedNothing(response.clone()))) return response
    await sleep(PAUSE_MS)
  }
}

async function changedNothing(response: Response): Promise<boolean> {
  const body = await response.text()
  return /"code":"(?:overloaded|unavailable)"/.test(body) && !/nobody can say/.test(body)
}
