import type { Team } from '@outlast/contract'
import { seasonTopic, weekTopic } from '@outlast/contract/live/topics'
import type { SeasonView, WeekView } from '@outlast/contract/live/wire'
import type { CrestSize } from '@outlast/contract/crest'
import { toClub, toClubhouseScreen } from '@outlast/contract/rest/club'
import { type RuleEvent, toConstitution } from '@outlast/contract/proof/constitution'
import { toRules } from '@outlast/contract/rest/rules'
import { toWeek } from '@outlast/contract/rest/weeks'
import { currentSiteTime, type PoolState, TEAMS, type WeekId } from '@outlast/domain'
import { adminPicksList, lockProof, pastWeeks, ruleEvents, siteTimeOf, weeksByNumber } from '@outlast/projections'
import { matrixCsv } from '@outlast/views/matrix-csv'
import { nodeHashing } from '../log/hashing.ts'
import { readCrest } from '../pictures/crest-images.ts'
import { type EncodedBody, encodeBody } from '../lib/encoded-body.ts'
import { HttpError } from '../lib/http-error.ts'
import { VersionedReads } from '../lib/versioned-reads.ts'
import type { ViewQueries } from '../live/view-reader.ts'
import type { Follower } from '../pool/follower.ts'
import { type EncodedResponse, handlers } from '../http/handler.ts'
import type { TopicResponse } from '../http/response-cache.ts'
import { siteTimeResponse } from './admin-weeks.ts'
import type { ReadDependencies } from './read-dependencies.ts'

/** A change made directly in the log has no new version, so the proof is read again after this time to show it. */
const REREAD_PROOF_MS = 5_000
/** More than the weeks of a season. */
const MAX_PROOFS = 32
const MAX_ATTEMPTS = 5

/** The address of a crest contains the hash of its image. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

const TEAM_ROWS: Team[] = TEAMS.map(({ abbr, name, city, color, alternateColor }) => ({
  abbreviation: abbr,
  name,
  city,
  color,
  alternate_color: alternateColor,
}))

export interface PublicReadDependencies extends ReadDependencies {
  readonly configuredName: string
  readonly follower: Pick<Follower, 'position' | 'caughtUpTo'>
}

/** Public reads: the pool, its weeks, the reveal and the history. */
export function publicReads(deps: PublicReadDependencies) {
  const { db, reader, versions, responses, pool, follower } = deps
  const proofs = new VersionedReads<EncodedBody>({ version: () => follower.position, max: MAX_PROOFS, ttl: REREAD_PROOF_MS })
  return handlers({
    getPool: async () => {
      const topicVersion = versions.current('pool')
      const weeks = weekRows(pool())
      const body = {
        club_name: toClub(pool().club, deps.configuredName).name,
        club_color: pool().club.color,
        club_crest: pool().club.crest,
        shows_odds: pool().club.showsOdds,
        clubhouse_screen: toClubhouseScreen(pool().clubhouseScreen),
        joining: pool().joining,
        current_week: weeks.find((week) => week.is_current) ?? null,
        weeks,
        site_time: siteTimeOf(pool().siteClock),
        rules: toRules(pool()),
        champions: await deps.champions(),
      }
      return { status: 200, body, topicVersion, version: Math.max(topicVersion, seasonVersion(deps)) }
    },
    getClub: async () => ({
      status: 200,
      body: toClub(pool().club, deps.configuredName),
      topicVersion: versions.current('pool'),
    }),
    getCrest: async ({ params: { crest, size } }) => {
      const png = crest === pool().club.crest ? await readCrest(db, crest, Number(size) as CrestSize) : undefined
      if (png === undefined) return notFound('crest_not_found')
      return { status: 200, encoded: await encodeBody(png, { contentType: 'image/png' }), cacheControl: IMMUTABLE }
    },
    getRules: async () => ({ status: 200, body: toRules(pool()), topicVersion: versions.current('pool') }),
    getConstitution: async (_input, { now }) => {
      const events = await currentRuleEvents(deps)
      const siteNow = currentSiteTime(pool(), now)
      return { status: 200, body: toConstitution({ pool: pool(), events, siteNow, hashing: nodeHashing }) }
    },
    getSiteTime: async (_input, { now }) => ({ status: 200, body: siteTimeResponse(pool(), now) }),
    listTeams: async () => ({ status: 200, body: TEAM_ROWS, cacheControl: 'public, max-age=3600' }),
    listWeeks: async () => ({ status: 200, body: weekRows(pool()), topicVersion: versions.current('pool') }),
    currentWeek: async () => {
      const topicVersion = versions.current('pool')
      const row = weekRows(pool()).find((week) => week.is_current) ?? notFound('no_weeks')
      return { status: 200, body: row, topicVersion }
    },
    weekGames: async ({ params: { id } }) => {
      const address = `/api/weeks/${id}/games`
      const cached = await responses.respond({ routeId: 'weekGames', address, topic: weekTopic(id), body: gamesBody })
      return cached ?? notFound('week_not_found')
    },
    currentReveal: async () => {
      const id = pool().currentWeekId ?? notFound('no_weeks')
      return tagWithWeek(await reveal(deps, id), id)
    },
    weekReveal: async ({ params }) => reveal(deps, params.id),
    weekPicks: async ({ params: { id } }, { viewer }) => {
      if (viewer.kind === 'admin') {
        const topicVersion = versions.current(weekTopic(id))
        const rows = await reader.read(({ source }) => adminPicksList(source, viewer, id) ?? notFound('week_not_found'))
        // No ETag: the rows contain addresses, and the teams of an unmasked week, whose changes do not move the topic.
        return { status: 200, body: [...rows], version: null, topicVersion }
      }
      requireRevealed(deps, id)
      const address = `/api/weeks/${id}/picks`
      const cached = await responses.respond({
        routeId: 'weekPicks',
        address,
        topic: weekTopic(id),
        query: (queries) => queries.reveal(id),
        body: ({ picks }) => picks,
        variesByViewer: true,
      })
      return cached ?? notFound('week_not_found')
    },
    weekMoments: async ({ params: { id } }) => {
      requireRevealed(deps, id)
      const cached = await responses.respond({
        routeId: 'weekMoments',
        address: `/api/weeks/${id}/moments`,
        topic: weekTopic(id),
        query: (queries) => queries.moments(id),
        body: (moments) => moments,
      })
      return cached ?? notFound('week_not_found')
    },
    weekProof: async ({ params: { id } }) => {
      requireRevealed(deps, id)
      // Before the read: the proof may be newer than the version, never older.
      const topicVersion = versions.current(weekTopic(id))
      // Tagged by its content, because it depends on more than its week and is read again although no event changed it.
      return {
        status: 200,
        encoded: await proofs.get(String(id), async () =>
          encodeBody(JSON.stringify((await lockProof(db, pool(), id)) ?? notFound('week_not_found'))),
        ),
        topicVersion,
      }
    },
    listHistory: async () => ({ status: 200, body: await reader.read(({ source, season }) => pastWeeks(source, season)) }),
    getMatrix: async ({ query }) => {
      const year = query.season ?? deps.currentSeason()
      if (year === undefined) return { status: 200, body: { season_year: null, weeks: [], entries: [], champion_entry_ids: [] } }
      const address = `/api/history/matrix?season=${year}`
      const found = { routeId: 'getMatrix', address, query: (queries: ViewQueries) => queries.matrix(year) } as const
      return ofSeason(deps, query.season, year, { ...found, body: (matrix) => matrix })
    },
    getMatrixCsv: async ({ query }) => {
      const year = query.season ?? deps.currentSeason() ?? notFound('no_weeks')
      const address = `/api/history/matrix.csv?season=${year}`
      const contentType = 'text/csv; charset=utf-8'
      return ofSeason(deps, query.season, year, { routeId: 'getMatrixCsv', address, contentType, body: matrixCsv })
    },
  })
}

/**
 * Responds with something of a season.
 * @param asked undefined if the request named no season, so that the response depends on the current week
 */
async function ofSeason<V extends object = SeasonView>(
  { pool, responses }: ReadDependencies,
  asked: number | undefined,
  year: number,
  response: Omit<TopicResponse<`season:${number}`, V>, 'topic'>,
): Promise<EncodedResponse> {
  if (!isSeason(pool(), year)) return notFound('season_not_found')
  const currentWeek = pool().currentWeekId
  const reply = (await responses.respond({ ...response, topic: seasonTopic(year) })) ?? notFound('not_found')
  return asked === undefined && currentWeek !== null ? tagWithWeek(reply, currentWeek) : reply
}

/** Adds the current week to the ETag of a response that depends on it: versions of different weeks or seasons may be equal. */
function tagWithWeek(reply: EncodedResponse, week: WeekId): EncodedResponse {
  return { ...reply, encoded: { ...reply.encoded, etag: `${reply.encoded.etag}-${week}` } }
}

function notFound(code: 'crest_not_found' | 'not_found' | 'no_weeks' | 'season_not_found' | 'week_not_found'): never {
  throw new HttpError(code)
}

function isSeason({ rounds, seasonStarts }: PoolState, year: number): boolean {
  return [...rounds.values(), ...seasonStarts].some(({ seasonYear }) => seasonYear === year)
}

/** Returns all weeks, ordered by season and number. */
const weekRows = (pool: PoolState) => weeksByNumber(pool).map((round) => toWeek(pool, round))

function seasonVersion({ versions, currentSeason }: ReadDependencies): number {
  const year = currentSeason()
  return year === undefined ? 0 : versions.current(seasonTopic(year))
}

function gamesBody({ week, games }: WeekView) {
  return games.map(({ espn_id: _espn, final_by_admin: _final, result_at: _at, ...game }) => ({ ...game, week_id: week.id }))
}

/** Rejects requests for picks of a week that is not locked. */
function requireRevealed({ pool }: Pick<ReadDependencies, 'pool'>, id: WeekId): void {
  const week = pool().rounds.get(id) ?? notFound('week_not_found')
  if (week.locked === null) throw new HttpError('reveal_not_available', { extras: { lock_time: week.lockTime } })
}

/** Reads the events that changed the rules, as of the pool in memory. */
async function currentRuleEvents({ db, follower, versions }: PublicReadDependencies): Promise<readonly RuleEvent[]> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const version = versions.current('pool')
    const events = await ruleEvents(db)
    if ((events.at(-1)?.position ?? 0) <= follower.position && versions.current('pool') === version) return events
    await follower.caughtUpTo(events.at(-1)?.position ?? 0)
  }
  throw new Error('the rules changed too quickly to read the constitution')
}

async function reveal(deps: ReadDependencies, id: WeekId) {
  requireRevealed(deps, id)
  const address = `/api/reveal/${id}`
  const cached = await deps.responses.respond({
    routeId: 'weekReveal',
    address,
    topic: weekTopic(id),
    query: (queries) => queries.reveal(id),
    body: (reveal) => reveal,
  })
  return cached ?? notFound('week_not_found')
}
