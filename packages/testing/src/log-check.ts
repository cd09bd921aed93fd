import { openDatabase } from '@outlast/server/database'
import type { Tables } from '@outlast/server/database'
import { readHead, streamEvents } from '@outlast/server/log/read'
import type { StoredEvent } from '@outlast/server/log/stored-event'
import { LogVerifier } from '@outlast/server/log/verify'
import { type Demand, none } from '../../../soak/support/scenario.ts'

/** A pick that somebody was told to be recorded. */
export interface Acknowledged {
  readonly position: number
  readonly entryId: number
  readonly team: string
}

/** A log as it lies in the database, with what is wrong in it. */
export interface CheckedLog {
  readonly events: readonly StoredEvent[]
  readonly problems: readonly string[]
}

/** Reads a whole log, and verifies it as `log verify` does. */
export async function readLog(connectionString: string): Promise<CheckedLog> {
  const database = openDatabase<Tables>({ connectionString, max: 1, onError: () => {} })
  try {
    const verifier = new LogVerifier()
    const events: StoredEvent[] = []
    for await (const chunk of streamEvents(database.db)) {
      for (const event of chunk) {
        verifier.check(event)
        events.push(event)
      }
    }
    const findings = verifier.finish(await readHead(database.db))
    return { events, problems: findings.map(({ position, problem }) => `${position} ${problem}`) }
  } finally {
    await database.close()
  }
}

export const isPick = (event: StoredEvent): event is Extract<StoredEvent, { type: 'PickSubmitted' }> =>
  event.type === 'PickSubmitted'

/** That the log holds exactly the picks that were acknowledged, each once, and that its chain is whole. */
export function compareWithLog({ events, problems }: CheckedLog, acknowledged: readonly Acknowledged[]): readonly Demand[] {
  const recorded = new Map<number, string>(
    events.filter(isPick).map(({ position, data }) => [position, `${data.entryId} ${data.team}`]),
  )
  const lost = acknowledged.filter(({ position, entryId, team }) => recorded.get(position) !== `${entryId} ${team}`)
  const told = new Set(acknowledged.map(({ position }) => position))
  const more = [...recorded.keys()].filter((position) => !told.has(position))
  return [
    none('acknowledged picks that are not in the log as they were', lost),
    none('picks acknowledged twice with one record, or recorded twice', [
      ...(told.size === acknowledged.length ? [] : [`${acknowledged.length - told.size} positions told twice`]),
      ...more.map((position) => `position ${position}`),
    ]),
    none('problems in the chain', problems),
  ]
}
