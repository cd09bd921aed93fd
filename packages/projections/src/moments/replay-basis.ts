import {
  type Game,
  gamesOf,
  isSeasonDecided,
  type PoolRules,
  type PoolState,
  type Round,
  roundsOf,
  rulesOf,
  seasonResults,
  type SeasonTable,
  seasonTable,
  type WeekId,
  type WeekResults,
  weekResults,
} from '@outlast/domain'

/** What a replay follows from besides the turns. While it is the same, a further turn changes nothing of what earlier turns came to. */
export interface Basis {
  readonly entries: PoolState['entries']
  readonly version: number
  readonly round: Round
  readonly seasonStarts: PoolState['seasonStarts']
  readonly rules: PoolRules
  readonly games: readonly Pick<Game, 'id' | 'home' | 'away'>[]
  /** The other weeks up to this one, and which of them were wipe-outs. */
  readonly weeks: readonly WeekResults[]
  readonly wipeOuts: readonly WeekId[]
  /** Of a season that is decided: who takes part depends on every result. */
  readonly decided: SeasonTable | null
}

export function basisOf(pool: PoolState, round: Round): Basis {
  const season = seasonResults(pool, round.contestId)
  const others = roundsOf(pool, round.contestId).filter(({ id, weekNumber }) => id !== round.id && weekNumber <= round.weekNumber)
  const entries = pool.entries.origin
  return {
    entries,
    version: entries.version,
    round,
    seasonStarts: pool.seasonStarts,
    rules: rulesOf(pool, round.contestId),
    games: gamesOf(pool, round).map(({ id, home, away }) => ({ id, home, away })),
    weeks: others.map((week) => weekResults(pool, week)),
    wipeOuts: season.wipeOuts.filter((id) => others.some((week) => week.id === id)),
    decided: isSeasonDecided(pool, season) ? seasonTable(pool, season) : null,
  }
}

export function isSameBasis(a: Basis, b: Basis): boolean {
  const { games, weeks, wipeOuts, ...rest } = a
  return (
    (Object.keys(rest) as (keyof typeof rest)[]).every((key) => rest[key] === b[key]) &&
    haveSame(games, b.games, ({ id, home, away }, other) => id === other.id && home === other.home && away === other.away) &&
    haveSame(weeks, b.weeks) &&
    haveSame(wipeOuts, b.wipeOuts)
  )
}

function haveSame<T>(a: readonly T[], b: readonly T[], isSame = (one: T, other: T): boolean => one === other): boolean {
  return a.length === b.length && a.every((one, i) => isSame(one, b[i] as T))
}
