import { seasonTopic, type Topic, userTopic, weekTopic } from '@outlast/contract/live/topics'
import {
  allPicks,
  countsAsUnder,
  emptyPool,
  enteredWeekAlive,
  entriesOf,
  type Entry,
  evolve,
  gamesOf,
  mainContest,
  picksOf,
  type PoolRules,
  type PoolState,
  type Round,
  rulesOf,
  seasonResults,
  type SeasonTable,
  seasonTable,
  slotCount,
  stillApplies,
  takesPartInWeek,
  teamsWithoutGame,
  tiebreaksBeforeShare,
  type UserId,
  type WeekResults,
  weekResults,
} from '@outlast/domain'
import { playSeed } from '@outlast/domain/histories'
import { momentsOf, weekGames } from '@outlast/projections'
import { expect, it } from 'vitest'
import { affectedTopics } from './affected-topics.ts'
import { contestIds, type Invalidation } from './invalidation.ts'

// Plays random histories, and derives after each command what the views of all topics show, as far as the domain knows it. Whatever
// changed must be among the invalidations of the command's events: otherwise devices keep it, and answers with its version stay cached.
// `LIVE_HISTORIES` sets the number of histories (`npm run test:long -- topics`: 3,000), `LIVE_HISTORIES_SEED` the first seed.
const COUNT = Number(process.env['LIVE_HISTORIES'] ?? 25)
const FIRST_SEED = Number(process.env['LIVE_HISTORIES_SEED'] ?? 1)

/** Histories in which something was missing once. */
const SEEDS = [7, 394, 705, 715]

it(`names all that ${COUNT} random histories change in the views of topics`, { timeout: 60_000 + 10_000 * COUNT }, () => {
  const seeds = new Set([...Array.from({ length: COUNT }, (_, i) => FIRST_SEED + i), ...SEEDS])
  for (const seed of seeds) expect(playUntilMissing(seed), `seed ${seed}`).toEqual([])
})

/** Plays a history until a command changes a view without an invalidation. Returns its events and the parts of views that changed. */
function playUntilMissing(seed: number): readonly string[] {
  const pool = emptyPool()
  let views = viewsOf(pool)
  let missing: readonly string[] = []
  const observe = () => (run: { readonly recorded: readonly Parameters<typeof evolve>[1][] }) => {
    if (run.recorded.length === 0 || missing.length > 0) return
    const invalidations = new Map<string, Invalidation[]>()
    for (const event of run.recorded) {
      for (const { topic, invalidations: more } of affectedTopics(event, pool)) {
        invalidations.set(topic, [...(invalidations.get(topic) ?? []), ...more])
      }
      evolve(pool, event)
    }
    const after = viewsOf(pool)
    const changed = [...views].flatMap(([topic, view]) => missingIn(topic, view, after.get(topic), invalidations.get(topic)))
    if (changed.length > 0) missing = [...run.recorded.map(({ position, type }) => `${position} ${type}`), ...changed]
    views = after
  }
  playSeed(seed, { compares: false, observe })
  return missing
}

/** The parts of a topic's view, each with what it contains, by the kind of the invalidation that names it and an id. */
type View = ReadonlyMap<string, string>
type Part = readonly [part: string, content: unknown]

const view = (parts: Iterable<Part>): View => new Map(Array.from(parts, ([part, content]) => [part, JSON.stringify(content)]))

function missingIn(topic: Topic, before: View, after: View | undefined, invalidations: readonly Invalidation[] = []) {
  if (after === undefined) return invalidations.length === 0 ? [`${topic} ended`] : []
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((part) => before.get(part) !== after.get(part))
  return changed
    .filter((part) => !invalidations.some((invalidation) => isNamed(part, topic, after, invalidation)))
    .map((part) => `${topic} ${part}: ${before.get(part)} -> ${after.get(part)}`)
}

function isNamed(part: string, topic: Topic, after: View, invalidation: Invalidation): boolean {
  switch (invalidation.kind) {
    case 'reset':
      return true
    case 'forget':
      return false
    case 'info':
    case 'pick_count':
      return part === invalidation.kind
    case 'games':
    case 'users':
    case 'weeks':
      return invalidation.ids.some((id) => part === `${invalidation.kind} ${id}`)
    case 'moments':
      return (
        part.startsWith('moments ') &&
        (part === 'moments pool' || invalidation.gameIds === null || invalidation.gameIds.some((id) => part === `moments ${id}`))
      )
    case 'entries':
      return invalidation.ids.some(
        (id) =>
          part === `entries ${id}` ||
          part.startsWith(`pick ${id} `) ||
          // An entry that is gone takes its picks with it.
          (part.startsWith('picked ') && part.endsWith(` ${id}`) && !after.has(`entries ${id}`)),
      )
    case 'reveal':
      return topic.startsWith('week:')
        ? part === 'info' || part.startsWith('entries ')
        : part === `weeks ${invalidation.weekId}` || part.startsWith('pick ')
    case 'pick':
      return part === `pick ${invalidation.entryId} ${invalidation.pick.week_id} ${invalidation.pick.slot ?? 1}`
    case 'pick_cleared':
      return part === `pick ${invalidation.entryId} ${invalidation.weekId} ${invalidation.slot}` && !after.has(part)
    case 'picked':
      return (
        part === `picked ${invalidation.weekId} ${invalidation.entryId}` && Number(after.get(part) ?? 0) === invalidation.picks
      )
    case 'picked_closed':
      return part.startsWith(`picked ${invalidation.weekId} `)
    default:
      return invalidation satisfies never
  }
}

function viewsOf(pool: PoolState): ReadonlyMap<Topic, View> {
  const tables = new Map(contestIds(pool).map((id) => [id, seasonTable(pool, seasonResults(pool, id))]))
  const users = Array.from(pool.users.values(), ({ id }): [Topic, View] => [userTopic(id), view(userParts(pool, id))])
  const weeks = Array.from(pool.rounds.values(), (round): [Topic, View] => {
    const table = tables.get(round.contestId)
    return [weekTopic(round.id), view(table === undefined ? [] : weekParts(pool, round, table))]
  })
  const seasons = Array.from(tables, ([id, table]): [Topic, View] => [seasonTopic(id), view(seasonParts(pool, table))])
  return new Map<Topic, View>([
    ...users,
    ...weeks,
    ...seasons,
    ['admin', view(adminParts(pool))],
    ['pool', view(poolParts(pool))],
  ])
}

const NOBODY = { of: () => undefined }

/** What everybody reads of a week apart from its picks. */
const weekInfo = (pool: PoolState, round: Round) => {
  const { locked, firstLock: _, splitResult: __, picks: ___, ...info } = round
  return [info, slotCount(pool, round), locked && [locked.position, locked.merkleRoot, locked.at]]
}

function* weekParts(pool: PoolState, round: Round, { participants }: SeasonTable): Generator<Part> {
  const { id, weekNumber, locked } = round
  yield ['info', [weekInfo(pool, round), pool.currentWeekId === id]]
  const shown = new Map(weekGames({ pool, people: NOBODY }, round).map((game) => [game.id, game.pregame]))
  for (const game of gamesOf(pool, round)) {
    yield [`games ${game.id}`, [game, countsAsUnder(rulesOf(pool, round.contestId)), shown.get(game.id)]]
  }
  const results = weekResults(pool, round)
  const shows = (week: WeekResults['id']) => pool.rounds.get(week)?.locked !== null
  let revealed = 0
  for (const { entryId, entry, standing, joinedPosition, teamsOf } of participants) {
    if (!enteredWeekAlive(standing, weekNumber)) continue
    const picks = locked === null ? [] : picksOf(entry, id)
    const isIn = takesPartInWeek({ joinedPosition, teamsOf: (week) => (shows(week) ? teamsOf(week) : []) }, results)
    if (!isIn && picks.length === 0) continue
    revealed += picks.length
    yield [`entries ${entryId}`, [entry.name, picks.map(({ slot, team, assignedBy }) => [slot, team, assignedBy !== null])]]
  }
  const hidden = () => [...pool.entries.values()].reduce((sum, entry) => sum + picksOf(entry, id).length, 0)
  yield ['pick_count', locked === null ? hidden() : revealed]
  const moments = Map.groupBy(momentsOf({ pool, people: NOBODY }, round), ({ game }) => game?.id ?? 'pool')
  for (const [about, rows] of moments) yield [`moments ${about}`, rows]
}

function* seasonParts(pool: PoolState, { season, joined }: SeasonTable): Generator<Part> {
  const rules = rulesOf(pool, season.contestId)
  const { missedPick, lives, slotLoss, objective, lateEntryLosses, wipeOut, tiebreak } = rules
  const tiebreaks = tiebreaksBeforeShare(tiebreak)
  yield ['season', [missedPick, lives, slotLoss, objective, lateEntryLosses, wipeOut, tiebreaks.length > 0 && tiebreak]]
  for (const { results, margins, absent, agreement: _, ...week } of season.weeks) {
    const round = pool.rounds.get(week.id)
    if (round === undefined) continue
    const vote = pool.splitVote?.weekId === week.id ? pool.splitVote.entryIds : round.splitResult
    const shown = [[...results], round.locked && margins && [...margins], wipeOut !== 'share' && (absent ?? [])]
    yield [`weeks ${week.id}`, [week, shown, teamsWithoutGame(gamesOf(pool, round), round.weekNumber), vote]]
  }
  for (const { entry, joinedPosition } of joined.values()) {
    const shown = season.weeks.map((week) => picksInSeason(pool, rules, entry, week))
    const byHand = entry.eliminatedByHand.find(({ contestId }) => contestId === season.contestId)?.weekNumber
    yield [`entries ${entry.id}`, [entry.name, joinedPosition, byHand, shown.flatMap(({ waived }) => waived)]]
    yield [`pick ${entry.id} season`, shown.flatMap(({ picks }) => picks)]
  }
}

/** What everybody reads of an entry in a week: its picks after the lock, and before it how many of them have lost already. */
function picksInSeason(pool: PoolState, { slotLoss }: PoolRules, entry: Entry, { id, weekNumber, results, slots }: WeekResults) {
  const locked = pool.rounds.get(id)?.locked ?? null
  const picks = picksOf(entry, id)
  const waived = entry.waivedLosses.filter(({ weekId }) => weekId === id)
  if (locked !== null) {
    const isMissed = entry.missedWeeks.some(({ weekId, lock }) => weekId === id && lock === locked.position)
    const shown = picks.map(({ slot, team, assignedBy }) => [weekNumber, slot, team, assignedBy !== null])
    return { picks: [...shown, ...(isMissed ? [[weekNumber]] : [])], waived: waived.map(({ team }) => [weekNumber, team]) }
  }
  const teams = picks.map(({ team }) => team)
  const lost = teams.filter((team) => results.get(team) === 'loss')
  const isWaived = waived.some((loss) => stillApplies(loss, teams, slots))
  const left = lost.filter((team) => !waived.some((loss) => loss.team === team)).length
  const count = slotLoss === 'each' ? left : isWaived ? 0 : Math.min(lost.length, 1)
  return { picks: count === 0 ? [] : [[weekNumber, count]], waived: [] }
}

/** An entry as its owner and the admins read it. */
function ownEntry(pool: PoolState, { name, payment, paymentClaim, version, updatedAt, renewals, buybacks }: Entry) {
  const requests = buybacks.map(({ status, seasonYear, loss, feeCents, askedAt, lapse }) => {
    const fee = status === 'requested' ? (rulesOf(pool, mainContest(seasonYear)).buyback?.feeCents ?? 0) : feeCents
    return [status, seasonYear, pool.rounds.get(loss.weekId)?.weekNumber, fee, askedAt, lapse]
  })
  return [
    name,
    payment,
    paymentClaim,
    version,
    updatedAt,
    renewals.map(({ seasonYear, position }) => [seasonYear, position]),
    requests,
  ]
}

function* userParts(pool: PoolState, userId: UserId): Generator<Part> {
  const seal = pool.seals.get(userId)
  const isSealed = (version: number | null) => seal !== undefined && version !== null && version <= seal.before
  yield ['info', [account(pool, userId), seal?.until]]
  for (const entry of entriesOf(pool, userId)) {
    const ballot = pool.splitBallots.get(entry.id)
    const choice = ballot !== undefined && !isSealed(ballot.version) ? ballot.choice : null
    const ranking = entry.ranking.length > 0 && isSealed(entry.rankingVersion) ? null : entry.ranking
    yield [`entries ${entry.id}`, [ownEntry(pool, entry), ranking, choice]]
    for (const { weekId, slot, team, version, assignedBy } of allPicks(entry)) {
      const round = pool.rounds.get(weekId)
      if (round === undefined) continue
      const isKnown = round.locked !== null || !isSealed(version)
      const own = [team, version, assignedBy !== null]
      yield [`pick ${entry.id} ${weekId} ${slot}`, [round.weekNumber, isKnown ? own : 'sealed']]
    }
  }
}

function account({ users }: PoolState, id: UserId) {
  const user = users.get(id)
  return [user?.isAdmin, user?.passwordChosenByAdmin, user?.isWaiting]
}

function* adminParts(pool: PoolState): Generator<Part> {
  yield ['info', pool.setup]
  for (const { id } of pool.users.values()) yield [`users ${id}`, [account(pool, id), pool.seals.get(id)?.until]]
  for (const entry of pool.entries.values()) yield [`entries ${entry.id}`, ownEntry(pool, entry)]
  for (const round of pool.rounds.values()) {
    if (round.locked !== null) continue
    for (const entry of pool.entries.values()) {
      const picks = picksOf(entry, round.id).length
      if (picks > 0) yield [`picked ${round.id} ${entry.id}`, picks]
    }
  }
}

function* poolParts(pool: PoolState): Generator<Part> {
  const { club, clubhouseScreen, joining, currentWeekId, pinnedSummary, siteClock, seasonStarts } = pool
  const current = currentWeekId === null ? undefined : pool.rounds.get(currentWeekId)
  const rules = current === undefined ? pool.rules : rulesOf(pool, current.contestId)
  const weeks = [...pool.rounds.values()].map((round) => weekInfo(pool, round))
  yield ['info', [club, clubhouseScreen, joining, currentWeekId, pinnedSummary, siteClock, seasonStarts, rules, weeks]]
}
