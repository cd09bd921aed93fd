import { parseInstant, type PoolState, RuleViolation, currentSiteTime, type WeekId } from '@outlast/domain'
import type { SiteTime } from '@outlast/contract'
import { toRules, toRulesChange } from '@outlast/contract/rest/rules'
import { toWeek } from '@outlast/contract/rest/weeks'
import { deleteSummaryTexts } from '../../summaries/store.ts'
import { handlers, NO_CONTENT, type RequestContext } from '../handler.ts'

/** Weeks, locks, site time and rules, which only admins change. */
export const adminWeekRoutes = handlers({
  createWeek: async ({ body }, { submit }) => {
    const lockTime = body.lock_time === 'auto' ? undefined : body.lock_time
    const data = { seasonYear: body.season_year, weekNumber: body.week_number, lockTime }
    const row = await submit('AddWeek', data, { toResponse: ({ reply, pool }) => rowOf(pool, reply.weekId) })
    return { status: 201, body: row, version: row.version }
  },
  updateWeek: async ({ params, body, ifMatch }, { submit }) => {
    const at = { weekId: params.id, ifVersion: ifMatch }
    const toResponse = ({ pool }: { pool: PoolState }) => rowOf(pool, params.id)
    const row =
      body.lock_time === undefined
        ? await submit('SetIneligibleTeams', { ...at, teams: body.ineligible_teams ?? [] }, { toResponse })
        : await submit('SetLockTime', { ...at, lockTime: body.lock_time }, { toResponse })
    return { status: 200, body: row, version: row.version }
  },
  deleteWeek: async ({ params, ifMatch }, { submit }) => {
    await submit(
      'DeleteWeek',
      { weekId: params.id, ifVersion: ifMatch },
      { toResponse: () => null, effects: (tx) => deleteSummaryTexts(tx, params.id) },
    )
    return NO_CONTENT
  },
  setCurrentWeek: async ({ body }, { submit }) => {
    const row = await submit('SetCurrentWeek', { weekId: body.week_id }, { toResponse: ({ pool }) => rowOf(pool, body.week_id) })
    return { status: 200, body: row, version: row.version }
  },
  unmaskPicks: async ({ params, body }, { submit }) => {
    const row = await submit(
      'UnmaskPicks',
      { weekId: params.id, reason: body.reason },
      { toResponse: ({ pool }) => rowOf(pool, params.id) },
    )
    return { status: 200, body: row, version: row.version }
  },
  setSiteTime: async ({ body }, context) => ({
    status: 200,
    body: await setSiteTime(context, body.now_iso ?? null, body.running ?? false),
  }),
  updateRules: async ({ body }, { submit }) => ({
    status: 200,
    body: await submit('ChangeRules', { rules: toRulesChange(body) }, { toResponse: ({ pool }) => toRules(pool) }),
  }),
  purgeWeeks: async (_input, { submit }) => ({
    status: 200,
    body: await submit('PurgeWeeks', {}, { toResponse: ({ reply }) => reply, effects: (tx) => deleteSummaryTexts(tx) }),
  }),
  randomizePicks: async ({ params, body }, { submit, newNonce }) => {
    const data = { weekId: params.id, overwrite: body.overwrite, seed: newNonce() }
    return { status: 200, body: await submit('RandomizePicks', data, { toResponse: ({ reply }) => reply }) }
  },
  randomizeScores: async ({ params }, { submit, newNonce }) => {
    const data = { weekId: params.id, seed: newNonce() }
    return { status: 200, body: await submit('RandomizeScores', data, { toResponse: ({ reply }) => reply }) }
  },
})

/** Returns the site time in the form of the API. */
export function siteTimeResponse(pool: PoolState, now: RequestContext['now']): SiteTime {
  const { mode } = pool.siteClock
  return { now_iso: currentSiteTime(pool, now), override: mode !== 'real', running: mode !== 'frozen' }
}

async function setSiteTime({ submit, now }: RequestContext, text: string | null, running: boolean): Promise<SiteTime> {
  const toResponse = ({ pool }: { pool: PoolState }) => siteTimeResponse(pool, now)
  if (text === null) return submit('ClearSiteTime', {}, { toResponse })
  const siteTime = parseInstant(text)
  if (siteTime === undefined) throw new RuleViolation('time_out_of_range')
  return submit('SetSiteTime', { siteTime, running }, { toResponse })
}

function rowOf(pool: PoolState, id: WeekId) {
  const week = pool.weeks.get(id)
  if (week === undefined) throw new RuleViolation('week_not_found')
  return toWeek(pool, week)
}
