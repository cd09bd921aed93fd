import { openDatabase, type Tables } from '@outlast/server/database'
import { readHead, streamEvents } from '@outlast/server/log/read'
import type { StoredEvent } from '@outlast/server/log/stored-event'
import { LogVerifier } from '@outlast/server/log/verify'

/** A pick that the server has acknowledged, with its position in the log. */
export interface AcknowledgedPick {
  readonly position: number
  readonly entryId: number
  readonly team: string
}

/** A whole log, and what `log verify` reports about it. */
export interface VerifiedLog {
  readonly events: readonly StoredEvent[]
  readonly problems: readonly string[]
}

/** Reads a whole log and verifies it. */
export async function readLog(connectionString: string): Promise<VerifiedLog> {
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

/** How a log differs from the picks that were acknowledged. A correct server leaves every list empty. */
export interface LogDifferences {
  /** Acknowledged picks that the log lacks, or holds differently. */
  readonly lost: readonly AcknowledgedPick[]
  /** Positions that were acknowledged twice, and picks in the log that were not acknowledged. */
  readonly duplicated: readonly string[]
  readonly chainProblems: readonly string[]
}

/** Compares a log with the picks that were acknowledged. */
export function compareWithLog({ events, problems }: VerifiedLog, acknowledged: readonly AcknowledgedPick[]): LogDifferences {
  const recorded = new Map<number, string>(
    events.filter(isPick).map(({ position, data }) => [position, `${data.entryId} ${data.team}`]),
  )
  const positions = new Set(acknowledged.map(({ position }) => position))
  const surplus = [...recorded.keys()].filter((position) => !positions.has(position))
  const repeats = acknowledged.length - positions.size
  return {
    lost: acknowledged.filter(({ position, entryId, team }) => recorded.get(position) !== `${entryId} ${team}`),
    duplicated: [
      ...(repeats === 0 ? [] : [`${repeats} positions acknowledged twice`]),
      ...surplus.map((position) => `position ${position}`),
    ],
    chainProblems: problems,
  }
}
