import { deriveSeasonOutcome, type SeasonResults, seasonResults, type Standing } from './standing.ts'
import type { Game } from './game.ts'
import type { EntryId, UserId, WeekId } from './ids.ts'
import { participantsOf } from './participation.ts'
import { type Hashing, toHex } from './proof.ts'
import { currentWeek, type PoolState } from './state.ts'
import type { TeamAbbr } from './teams.ts'

// What an admin's command would change, shown before it is sent (docs/rules.md §10.4). A preview leaves no trace, so it must reveal
// nothing: it counts results only for weeks that were locked before the command.

/** A week that a command locks. */
interface LockingWeek {
  readonly weekId: WeekId
  /** How many entries that are alive have no pick in it. */
  readonly withoutPick: number
}

interface FinalScore {
  readonly away: number
  readonly home: number
}

/** A game that stays final with another score. */
interface Correction {
  readonly away: TeamAbbr
  readonly home: TeamAbbr
  readonly before: FinalScore
  readonly after: FinalScore
}

/** How a command changes the season of the current week. Lists of entries are in the order of their ids. */
export interface Consequences {
  /** Entries that are alive before and out after. */
  readonly out: readonly EntryId[]
  /** Entries that are out before and alive after. */
  readonly returned: readonly EntryId[]
  /** Entries that stay alive with fewer lives. */
  readonly losingLives: readonly EntryId[]
  /** Entries that stay alive with more lives. */
  readonly regainingLives: readonly EntryId[]
  /** Entries that do not take part any more, because they were deleted. */
  readonly removed: readonly EntryId[]
  readonly alive: { readonly before: number; readonly after: number }
  /** Null while the season is running. */
  readonly champions: { readonly before: readonly EntryId[] | null; readonly after: readonly EntryId[] | null }
  readonly locks: readonly LockingWeek[]
  /** Weeks whose picks are hidden again. */
  readonly reopens: readonly WeekId[]
  readonly deletedWeeks: readonly WeekId[]
  readonly corrections: readonly Correction[]
  /** The owners of the entries whose standing changes. */
  readonly members: readonly UserId[]
}

/** Compares the pool before and after a command. Hidden picks have no influence. */
export function consequencesOf(before: PoolState, after: PoolState): Consequences {
  const seasonYear = currentWeek(before)?.seasonYear
  const was = standingsIn(before, before, seasonYear)
  const is = standingsIn(after, before, seasonYear)
  const known = [...was.standings].flatMap(([id, standing]) => {
    const now = is.standings.get(id)
    return now === undefined ? [] : [{ id, standing, now }]
  })
  const where = (matches: (change: { readonly standing: Standing; readonly now: Standing }) => boolean): readonly EntryId[] =>
    known.filter(matches).map(({ id }) => id)
  const out = where(({ standing, now }) => standing.status === 'alive' && now.status === 'out')
  const returned = where(({ standing, now }) => standing.status === 'out' && now.status === 'alive')
  const staysAlive = ({ standing, now }: { readonly standing: Standing; readonly now: Standing }) =>
    standing.status === 'alive' && now.status === 'alive'
  const losingLives = where((change) => staysAlive(change) && change.now.livesLeft < change.standing.livesLeft)
  const regainingLives = where((change) => staysAlive(change) && change.now.livesLeft > change.standing.livesLeft)
  const removed = [...was.standings.keys()].filter((id) => !is.standings.has(id))
  const changed = [...out, ...returned, ...losingLives, ...regainingLives, ...removed]
  const weeksBefore = [...before.weeks.values()]
  return {
    out,
    returned,
    losingLives,
    regainingLives,
    removed,
    alive: { before: was.alive, after: is.alive },
    champions: { before: was.champions, after: is.champions },
    locks: [...after.weeks.values()]
      .filter((week) => week.locked !== null && !isLocked(before, week.id))
      .map((week) => ({ weekId: week.id, withoutPick: countWithoutPick(before, was.standings, week.id) })),
    reopens: weeksBefore
      .filter((week) => week.locked !== null && after.weeks.has(week.id) && !isLocked(after, week.id))
      .map((week) => week.id),
    corrections: correctionsOf(before, after),
    deletedWeeks: weeksBefore.filter((week) => !after.weeks.has(week.id)).map((week) => week.id),
    members: [...new Set(changed.flatMap((id) => before.entries.get(id)?.userId ?? []))].sort((a, b) => a - b),
  }
}

function correctionsOf(before: PoolState, after: PoolState): readonly Correction[] {
  return [...before.weeks.values()].flatMap((week) => {
    const games = after.weeks.get(week.id)?.games
    if (games === undefined || games === week.games) return []
    return week.games.flatMap((game) => {
      const now = games.find(({ id }) => id === game.id)
      const [was, is] = [finalScoreOf(game), now && finalScoreOf(now)]
      if (was === undefined || is === undefined || (was.away === is.away && was.home === is.home)) return []
      return [{ away: game.away, home: game.home, before: was, after: is }]
    })
  })
}

function finalScoreOf({ status, awayScore, homeScore }: Game): FinalScore | undefined {
  return status === 'final' && awayScore !== null && homeScore !== null ? { away: awayScore, home: homeScore } : undefined
}

/** Returns a short text that differs when the consequences differ. */
export function consequencesToken(hashing: Hashing, consequences: Consequences): string {
  return toHex(hashing.sha256(new TextEncoder().encode(JSON.stringify(consequences)))).slice(0, 32)
}

function isLocked(state: PoolState, weekId: WeekId): boolean {
  return (state.weeks.get(weekId)?.locked ?? null) !== null
}

interface SeasonStandings {
  readonly standings: ReadonlyMap<EntryId, Standing>
  readonly alive: number
  readonly champions: readonly EntryId[] | null
}

/** Derives the standings in a state from the weeks that are locked there and were locked before. */
function standingsIn(state: PoolState, before: PoolState, seasonYear: number | undefined): SeasonStandings {
  if (seasonYear === undefined) return { standings: new Map(), alive: 0, champions: null }
  const all = seasonResults(state, seasonYear)
  const season: SeasonResults = {
    ...all,
    weeks: all.weeks.map((week) =>
      isLocked(before, week.id) && week.lockPosition !== null
        ? week
        : { ...week, results: new Map(), complete: false, lockPosition: null },
    ),
  }
  const participants = participantsOf(state, season)
  const outcome = deriveSeasonOutcome(
    participants.map(({ entry, joinedPosition, standing }) => ({ entryId: entry.id, joinedPosition, standing })),
    season.weeks,
  )
  return {
    standings: new Map(participants.map(({ entry, standing }) => [entry.id, standing])),
    alive: participants.filter(({ standing }) => standing.status === 'alive').length,
    champions: outcome.status === 'finished' ? (outcome.champions as readonly EntryId[]) : null,
  }
}

function countWithoutPick(state: PoolState, standings: ReadonlyMap<EntryId, Standing>, weekId: WeekId): number {
  let count = 0
  for (const [id, standing] of standings) {
    const hasPick = state.entries.get(id)?.picks.some((pick) => pick.weekId === weekId)
    if (standing.status === 'alive' && hasPick !== true) count += 1
  }
  return count
}
