import type { Team } from '@outlast/contract'
import { matrixOf } from '@outlast/contract/live/derive/matrix'
import { revealOf } from '@outlast/contract/live/derive/reveal'
import { seasonTopic, type Topic, weekTopic } from '@outlast/contract/live/topics'
import type { SeasonView, WeekView } from '@outlast/contract/live/wire'
import { TEAMS, type WeekId } from '@outlast/domain'
import { adminPicksList, lockProof, pastWeeks, weekInfos } from '@outlast/projections'
import { type EncodedReply, handlers } from '../handler.ts'
import { Refusal } from '../../lib/refusal.ts'
import { rulesRow } from '../../state/wire-rows.ts'
import { siteTimeAnswer } from './admin-weeks.ts'
import type { ReadParts } from './read-parts.ts'

const TEAM_ROWS: Team[] = TEAMS.map(({ abbr, name, city, color, alternateColor }) => ({
  abbreviation: abbr,
  name,
  city,
  color,
  alternate_color: alternateColor,
}))

export interface PublicReadParts extends ReadParts {
  readonly clubName: string
}

/** What everybody may read: the pool, its weeks, the reveal and the history. */
export function publicReads(parts: PublicReadParts) {
  const { db, bodies, pool } = parts
  return handlers({
    getPool: async () => {
      const version = bodies.version('pool')
      const weeks = await weekRows(parts)
      const current = weeks.find((week) => week.is_current) ?? null
      const body = {
        club_name: parts.clubName,
        current_week: current,
        weeks,
        site_time: siteClockOf(parts),
        rules: rulesRow(pool()),
        champions: await parts.champions(),
      }
      return { status: 200, body, topicVersion: version, version: Math.max(version, seasonVersion(parts)) }
    },
    getRules: async () => ({ status: 200, body: rulesRow(pool()), topicVersion: bodies.version('pool') }),
    getSiteTime: async (_input, { now }) => ({ status: 200, body: siteTimeAnswer(pool(), now) }),
    listTeams: async () => ({ status: 200, body: TEAM_ROWS, cacheControl: 'public, max-age=3600' }),
    listWeeks: async () => ({ status: 200, body: await weekRows(parts), topicVersion: bodies.version('pool') }),
    currentWeek: async () => {
      const row = (await weekRows(parts)).find((week) => week.is_current)
      if (row === undefined) throw new Refusal('no_weeks')
      return { status: 200, body: row, version: row.version }
    },
    weekGames: async ({ params }) => {
      const topic = weekTopic(params.id)
      return forAll(parts, topic, await bodies.encoded<'week'>(topic, 'games', gamesBody)) ?? refuse('week_not_found')
    },
    currentReveal: async () => {
      const id = pool().currentWeekId
      return id === null ? refuse('no_weeks') : reveal(parts, id)
    },
    weekReveal: async ({ params }) => forAll(parts, weekTopic(params.id), await reveal(parts, params.id)),
    weekPicks: async ({ params }, { viewer }) => {
      if (viewer.kind === 'admin') {
        const rows = await adminPicksList(db, viewer, params.id)
        return rows === undefined ? refuse('week_not_found') : { status: 200, body: [...rows] }
      }
      await requireRevealed(parts, params.id)
      const reply = await bodies.encoded<'week'>(weekTopic(params.id), 'picks', (view) => revealOf(view).rows)
      return reply ?? refuse('week_not_found')
    },
    weekProof: async ({ params }) => {
      await requireRevealed(parts, params.id)
      const proof = await lockProof(db, params.id)
      return proof === undefined ? refuse('week_not_found') : { status: 200, body: proof }
    },
    listHistory: async () => ({ status: 200, body: (await pastWeeks(db)).map(mutable) }),
    getMatrix: async ({ query }) => {
      const year = query.season ?? parts.currentSeason()
      if (year === undefined) return { status: 200, body: { season_year: null, weeks: [], entries: [], champion_entry_ids: [] } }
      const topic = seasonTopic(year)
      const reply = await bodies.encoded<'season'>(topic, 'matrix', (view: SeasonView) => matrixOf(view))
      // Without a year the answer is another one as soon as another week is the current one.
      return (query.season === undefined ? reply : forAll(parts, topic, reply)) ?? refuse('not_found')
    },
  })
}

/** An answer that nobody's rights and nothing but its topic make another one: it holds while the topic's version does. */
function forAll<R extends EncodedReply | undefined>({ bodies }: ReadParts, topic: Topic, reply: R): R {
  return reply && { ...reply, holds: () => bodies.version(topic) === reply.topicVersion }
}

function refuse(code: ConstructorParameters<typeof Refusal>[0]): never {
  throw new Refusal(code)
}

/** All weeks, by season and number. */
async function weekRows({ db }: ReadParts) {
  const weeks = [...(await weekInfos(db))].map(mutable)
  return weeks.sort((a, b) => a.season_year - b.season_year || a.week_number - b.week_number)
}

function seasonVersion({ bodies, currentSeason }: ReadParts): number {
  const year = currentSeason()
  return year === undefined ? 0 : bodies.version(seasonTopic(year))
}

function siteClockOf({ pool }: ReadParts) {
  const clock = pool().siteClock
  if (clock.mode === 'real') return null
  return { at: clock.at, since: clock.mode === 'running' ? clock.since : clock.at, running: clock.mode === 'running' }
}

function gamesBody({ week, games }: WeekView) {
  return games.map(({ espn_id: _espn, final_by_admin: _final, result_at: _at, ...game }) => ({ ...game, week_id: week.id }))
}

const mutable = <T extends { readonly ineligible_teams: readonly string[] }>(week: T) => ({
  ...week,
  ineligible_teams: [...week.ineligible_teams],
})

/** Nothing of a week is told before its `WeekLocked` stands. Another process may have recorded it a moment ago. */
async function requireRevealed(parts: ReadParts, id: WeekId): Promise<void> {
  const known = parts.pool().weeks.get(id)
  if (known !== undefined && known.locked !== null) return
  await parts.catchUp()
  const week = parts.pool().weeks.get(id) ?? refuse('week_not_found')
  if (week.locked === null) throw new Refusal('reveal_not_available', { extras: { lock_time: week.lockTime } })
}

async function reveal(parts: ReadParts, id: WeekId) {
  await requireRevealed(parts, id)
  const derive = (view: WeekView) => ({ week: view.week, picks: revealOf(view).rows })
  return (await parts.bodies.encoded<'week'>(weekTopic(id), 'reveal', derive)) ?? refuse('week_not_found')
}
