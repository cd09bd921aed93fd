import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@outlast/contract/client'
import { readActors, readAndVerifyWeek } from '@outlast/contract/proof/read-week'
import { describeVerification, headlineOf, isProved } from '@outlast/contract/proof/week-report'
import { nodeHashing } from '../log/hashing.ts'

const AGAIN_AFTER_MS = 1_500

/** There is no verdict. The message says why. */
export class NotVerified extends Error {}

/**
 * Verifies a locked week of a running pool as its audit page does, from what any visitor can read, and prints what it found.
 *
 * @returns the exit code: 0 if the week is proved
 * @throws NotVerified
 */
export async function verifyPool(url: string, weekId: number, print: (line: string) => void): Promise<0 | 1> {
  const api = createClient({ baseUrl: url.replace(/\/$/, ''), token: () => null })
  const weeks = await api.call('listWeeks')
  const week = weeks.find(({ id }) => id === weekId)
  if (week === undefined) throw new NotVerified(`The pool has no week with the id ${weekId}: ${url}/api/weeks lists them`)
  if (!week.is_locked) throw new NotVerified('The week is open: it can be verified once it has locked')
  const read = () => readAndVerifyWeek(api, nodeHashing, weekId, weeks)
  let found = await read()
  if (!isProved(found.verification)) {
    // Something may have been recorded between two answers, so what does not match counts only if it stays.
    await sleep(AGAIN_AFTER_MS)
    const again = await read()
    if (!isProved(again.verification) && JSON.stringify(again.content) !== JSON.stringify(found.content))
      throw new NotVerified('The pool is changing at this moment: verify again in a minute')
    found = again
  }
  const { verification, entryNames } = found
  const names = { entry: (id: number) => entryNames.get(id), user: await readActors(api, verification.verdict) }
  print(headlineOf(verification, names))
  for (const sentence of describeVerification(verification, names)) print(`  ${sentence}`)
  print(`  Merkle root, recomputed here: ${verification.verdict.root}`)
  return isProved(verification) ? 0 : 1
}
