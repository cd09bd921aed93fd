import { parseInstant, type PoolState, RuleViolation, currentSiteTime, type WeekId } from '@outlast/domain'
import type { SiteTime } from '@outlast/contract'
import { toWeek } from '@outlast/contract/rest/weeks'
import { deleteSummaryTexts } from '../messages/summary-store.ts'
import { type CallCommand, commandCall } from '../http/command-call.ts'
import { handlers, NO_CONTENT, type RequestContext } from '../http/handler.ts'

/** Weeks, locks and site time, which only admins change. */
export const adminWeekRoutes = handlers({
  createWeek: commandCall('createWeek', {
    toCommand: ({ body }) => {
      const lockTime = body.lock_time === 'auto' ? undefined : body.lock_time
      return {
        type: 'AddWeek',
        data: {
          seasonYear: body.season_year,
          weekNumber: body.week_number,
          lockTime,
          slates: body.slates,
          makeCurrent: body.make_current,
        },
      }
    },
    toResponse: ({ reply, pool }) => rowOf(pool, reply.weekId),
    answer: (row) => ({ status: 201, body: row, version: row.version }),
  }),
  updateWeek: commandCall('updateWeek', {
    toCommand: ({ params, body, ifMatch }) => {
      const at = { weekId: params.id, ifVersion: ifMatch }
      if (body.picks !== undefined) return { type: 'SetPicksOfWeek', data: { ...at, picks: body.picks } }
      return body.lock_time === undefined
        ? { type: 'SetIneligibleTeams', data: { ...at, teams: body.ineligible_teams ?? [] } }
        : { type: 'SetLockTime', data: { ...at, lockTime: body.lock_time } }
    },
    toResponse: ({ pool }, { params }) => rowOf(pool, params.id),
    answer: (row) => ({ status: 200, body: row, version: row.version }),
  }),
  deleteWeek: commandCall('deleteWeek', {
    toCommand: ({ params, ifMatch }) => ({ type: 'DeleteWeek', data: { weekId: params.id, ifVersion: ifMatch } }),
    toResponse: () => null,
    effects: (tx, _accepted, { params }) => deleteSummaryTexts(tx, params.id),
    answer: () => NO_CONTENT,
  }),
  setCurrentWeek: commandCall('setCurrentWeek', {
    toCommand: ({ body, ifMatch }) => ({ type: 'SetCurrentWeek', data: { weekId: body.week_id, ifVersion: ifMatch } }),
    toResponse: ({ pool }, { body }) => rowOf(pool, body.week_id),
    answer: (row) => ({ status: 200, body: row, version: row.version }),
  }),
  unmaskPicks: commandCall('unmaskPicks', {
    toCommand: ({ params, body, ifMatch }) => ({
      type: 'UnmaskPicks',
      data: { weekId: params.id, reason: body.reason, ifVersion: ifMatch },
    }),
    toResponse: ({ pool }, { params }) => rowOf(pool, params.id),
    answer: (row) => ({ status: 200, body: row, version: row.version }),
  }),
  setSiteTime: commandCall('setSiteTime', {
    toCommand: ({ body }) => siteTimeCommand(body.now_iso ?? null, body.running ?? false),
    toResponse: ({ pool }, _input, { now }) => siteTimeResponse(pool, now),
    answer: (body) => ({ status: 200, body }),
  }),
  purgeWeeks: commandCall('purgeWeeks', {
    toCommand: () => ({ type: 'PurgeWeeks', data: {} }),
    toResponse: ({ reply }) => reply,
    effects: (tx) => deleteSummaryTexts(tx),
    answer: (body) => ({ status: 200, body }),
  }),
  randomizePicks: async ({ params, body, ifMatch }, { submit, newNonce }) => {
    const data = {
      weekId: params.id,
      overwrite: body.overwrite,
      reason: body.reason ?? undefined,
      seed: newNonce(),
      ifVersion: ifMatch,
    }
    return { status: 200, body: await submit('RandomizePicks', data, { toResponse: ({ reply }) => reply }) }
  },
  randomizeScores: async ({ params, ifMatch }, { submit, newNonce }) => {
    const data = { weekId: params.id, seed: newNonce(), ifVersion: ifMatch }
    return { status: 200, body: await submit('RandomizeScores', data, { toResponse: ({ reply }) => reply }) }
  },
})

/** Returns the site time in the form of the API. */
export function siteTimeResponse(pool: PoolState, now: RequestContext['now']): SiteTime {
  const { mode } = pool.siteClock
  return { now_iso: currentSiteTime(pool, now), override: mode !== 'real', running: mode !== 'frozen' }
}

function siteTimeCommand(text: string | null, running: boolean): CallCommand<'SetSiteTime' | 'ClearSiteTime'> {
  if (text === null) return { type: 'ClearSiteTime', data: {} }
  const siteTime = parseInstant(text)
  if (siteTime === undefined) throw new RuleViolation('time_out_of_range')
  return { type: 'SetSiteTime', data: { siteTime, running } }
}

function rowOf(pool: PoolState, id: WeekId) {
  const week = pool.rounds.get(id)
  if (week === undefined) throw new RuleViolation('week_not_found')
  return toWeek(pool, week)
}
