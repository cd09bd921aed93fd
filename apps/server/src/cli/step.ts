import { createInterface } from 'node:readline/promises'
import { describeAuditRecord } from '@outlast/contract/audit/audit-events'
import { auditLines, VISITOR } from '@outlast/projections'
import { count } from '@outlast/contract/words'
import { streamEvents } from '../log/read.ts'
import { type StoredEvent, upToDate } from '../log/stored-event.ts'
import { replay, standingsOf } from '../history/replay.ts'
import { advance, type LogState } from '../pool/follower.ts'
import type { PoolState } from '@outlast/domain'
import type { CommandDatabase } from './database.ts'
import { CommandError, endProgress, print, progressLine } from './terminal.ts'

type Database = CommandDatabase['db']

/**
 * Prints events one after the other, each with the standings after it, as a visitor may know them.
 *
 * @param from the first position
 * @param most how many events to print; undefined: asks before each further one
 */
export async function stepThrough(db: Database, from: number, most: number | undefined): Promise<void> {
  const state = await replay(db, { position: from - 1 }, progressLine('folded'))
  endProgress()
  if (state.head.position < from - 1) throw new CommandError(`The log ends at position ${state.head.position}`)
  const { pool: current } = await replay(db, { position: Number.MAX_SAFE_INTEGER })
  let printed = 0
  for await (const events of streamEvents(db, { after: from - 1 })) {
    for (const event of events) {
      advance(state, upToDate(event))
      await print(await describeStep(db, event, state, current))
      printed += 1
      if (most === undefined ? !(await isNextWanted()) : printed >= most) return
    }
  }
}

async function describeStep(db: Database, event: StoredEvent, state: LogState, current: PoolState): Promise<string> {
  const [line] = await auditLines(db, current, VISITOR, { after: event.position - 1, limit: 1 })
  const isPublic = line !== undefined && line.position === event.position
  const sentence = isPublic
    ? describeAuditRecord(line)
    : 'An event that is hidden: a pick of an open week, or a change of an account'
  const { alive, out, champions } = standingsOf(state.pool)
  const winners = champions.length === 0 ? '' : `, ${count(champions.length, 'champion')}`
  return `${event.position}  ${event.recordedAt}  ${sentence}\n      ${alive} alive, ${out} out${winners}`
}

/** Waits for Enter. Returns false for q, and at the end of the input. */
async function isNextWanted(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('q')))
    return (await Promise.race([terminal.question('Enter: next event, q: quit '), closed])).trim().toLowerCase() !== 'q'
  } finally {
    terminal.close()
  }
}
