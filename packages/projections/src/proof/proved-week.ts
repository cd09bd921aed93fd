import type { WeekProof } from '@outlast/contract'
import {
  type EntryId,
  gamesOf,
  joinedSeasonAt,
  picksOf,
  type PoolRules,
  type PoolState,
  type Position,
  type Round,
  rulesOf,
  seasonResults,
  type Slot,
  slotsOf,
  standingsIn,
  type WeekId,
} from '@outlast/domain'
import { lockedWeeks } from '../week/weeks.ts'

/** What a proof takes from the pool, all of it at one position: the pool changes while the log is read. */
export interface ProvedWeek extends Pick<WeekProof, 'picks' | 'games' | 'out'> {
  readonly round: Round
  readonly lock: NonNullable<Round['locked']>
  readonly slots: readonly Slot[]
  readonly rules: PoolRules
  /** The last event that the pool has applied. */
  readonly position: Position
  readonly entryIds: ReadonlySet<EntryId>
  readonly lockedWeeks: ReadonlySet<WeekId>
  /** Where the entries of its season were created, or renewed for it. */
  readonly joined: readonly Position[]
}

/** Returns `undefined` if there is no such week or it is open. */
export function provedWeek(pool: PoolState, weekId: number): ProvedWeek | undefined {
  const round = pool.rounds.get(weekId as WeekId)
  if (round === undefined || round.locked === null) return undefined
  const entries = [...pool.entries.values()].sort((a, b) => a.id - b.id)
  const { seasonYear } = round
  const standingOf = standingsIn(pool, seasonResults(pool, round.contestId))
  return {
    round,
    lock: round.locked,
    slots: slotsOf(pool, round),
    rules: rulesOf(pool, round.contestId),
    position: pool.position as Position,
    entryIds: new Set(entries.map(({ id }) => id)),
    lockedWeeks: lockedWeeks(pool),
    joined: entries.flatMap((entry) => {
      if (joinedSeasonAt(pool, entry, seasonYear) === undefined) return []
      const renewals = entry.renewals.filter((renewal) => renewal.seasonYear === seasonYear)
      return [entry.createdPosition, ...renewals.map(({ position }) => position)]
    }),
    picks: entries.flatMap((entry) =>
      picksOf(entry, round.id)
        .toSorted((a, b) => a.slot - b.slot)
        .map(({ team }) => ({ entry_id: entry.id, team_abbr: team })),
    ),
    games: gamesOf(pool, round)
      .map(({ id, home, away, status, homeScore, awayScore }) => ({
        id,
        home_team_abbr: home,
        away_team_abbr: away,
        status,
        home_score: homeScore,
        away_score: awayScore,
      }))
      .sort((a, b) => a.id - b.id),
    out: entries.flatMap((entry) => {
      const standing = standingOf(entry)
      return standing.status === 'out' && standing.eliminatedWeek === round.weekNumber ? [entry.id] : []
    }),
  }
}
