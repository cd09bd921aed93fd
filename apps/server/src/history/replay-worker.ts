import { matrixOf } from '@outlast/views/matrix'
import type { AuditAt } from '@outlast/contract'
import { toWeek } from '@outlast/contract/rest/weeks'
import { currentSiteTime, currentRound, type UserId, type WeekId } from '@outlast/domain'
import { isDatabaseUnavailable } from '../database/faults.ts'
import { openDatabase } from '../database/pool.ts'
import type { Tables } from '../database/tables.ts'
import { runInBackground } from '../lib/background-thread.ts'
import { type EncodedBody, encodeBody } from '../lib/encoded-body.ts'
import type { LogState } from '../pool/follower.ts'
import { replay } from './replay.ts'
import { type CurrentData, seasonViewOf } from './replay-view.ts'

runInBackground()

export interface ReplayTask {
  readonly connectionString: string
  readonly position: number
  /** The weeks that are locked now: what was picked in others stays hidden. */
  readonly revealed: ReadonlySet<WeekId>
}

/**
 * Folds the log up to a position and encodes the state, in a worker thread. Returns null if the log ends before it, and 'unavailable'
 * if the database is unreachable, because errors lose their class and code between threads.
 */
export async function replayAt({
  connectionString,
  position,
  revealed,
}: ReplayTask): Promise<EncodedBody | null | 'unavailable'> {
  const database = openDatabase<Tables>({ connectionString, max: 2, onError: () => {}, applicationName: 'outlast-replay' })
  try {
    const state = await replay(database.db, { position })
    if (state.head.position < position) return null
    return await encodeBody(JSON.stringify(describe(state, await readCurrentData(database.db, revealed))), { etag: null })
  } catch (error) {
    if (isDatabaseUnavailable(error)) return 'unavailable'
    throw error
  } finally {
    await database.close()
  }
}

async function readCurrentData(
  db: ReturnType<typeof openDatabase<Tables>>['db'],
  revealed: ReadonlySet<WeekId>,
): Promise<CurrentData> {
  const accounts = await db.selectFrom('accounts').select(['user_id', 'first_name', 'last_name']).execute()
  const names = new Map(accounts.map((row) => [row.user_id, `${row.first_name} ${row.last_name}`.trim()]))
  return { nameOf: (user: UserId) => names.get(user) ?? '', isRevealed: (week) => revealed.has(week) }
}

function describe({ pool, head }: LogState, current: CurrentData): AuditAt {
  const view = seasonViewOf(pool, current)
  const matrix = view === undefined ? undefined : matrixOf(view)
  const week = currentRound(pool)
  const out = matrix?.entries.filter((entry) => entry.is_eliminated).length ?? 0
  const all = pool.entries.count()
  return {
    position: head.position,
    recorded_at: head.recordedAt,
    site_time: currentSiteTime(pool, head.recordedAt),
    current_week: week === undefined ? null : toWeek(pool, week),
    entries: all,
    alive: all - out,
    out,
    matrix: (matrix ?? { season_year: null, weeks: [], entries: [], champion_entry_ids: [] }) as AuditAt['matrix'],
  }
}
