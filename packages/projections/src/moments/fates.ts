import {
  type Contender,
  decisiveOf,
  deriveStanding,
  deriveWipeOuts,
  entryRecord,
  type EntryRecord,
  type Game,
  marginsOf,
  type Participant,
  type PoolState,
  type Round,
  rulesOf,
  type SeasonResults,
  type SeasonTable,
  type Standing,
  unwaivedLosses,
  weekResults,
} from '@outlast/domain'

/** What a week has come to for an entry. `spared`: it lost a life and is still in. */
export interface Fate {
  readonly is: 'playing' | 'through' | 'spared' | 'out'
  /** How many lives it lost in the week. */
  readonly losses: number
}

export type FateOf = (participant: Participant) => Fate

/** Returns the results of a season up to a week, as they were with these games of the week. */
export function resultsWith(pool: PoolState, table: SeasonTable, round: Round, games: readonly Game[]): SeasonResults {
  const { season } = table
  const week = weekResults(pool, round, games)
  const weeks = season.weeks
    .filter(({ weekNumber }) => weekNumber <= round.weekNumber)
    .map((known) => {
      if (known.id !== round.id) return known
      return known.margins === undefined ? week : { ...week, margins: marginsOf(games) }
    })
  const upTo = { ...season, weeks }
  if (!week.complete)
    return { ...upTo, wipeOuts: season.wipeOuts.filter((id) => id !== round.id && weeks.some((each) => each.id === id)) }
  return { ...upTo, wipeOuts: deriveWipeOuts(() => contenders(pool, table), upTo, rulesOf(pool, round.contestId).wipeOut) }
}

function* contenders(pool: PoolState, { joined, season }: SeasonTable): Iterable<Contender> {
  for (const { entry, entryId } of joined.values()) yield { entryId, ...entryRecord(pool, entry, season.contestId) }
}

/** Returns a function that returns the standing of an entry with these results. */
export function standingWith(pool: PoolState, season: SeasonResults): (participant: Participant) => Standing {
  return ({ entry }) => deriveStanding(entryRecord(pool, entry, season.contestId), season)
}

/** Returns a function that returns what a week has come to for an entry that went into it alive. */
export function fatesWith(pool: PoolState, season: SeasonResults, round: Round): FateOf {
  const week = season.weeks.find(({ id }) => id === round.id)
  return ({ entry }) => {
    const record = entryRecord(pool, entry, season.contestId)
    const lost = unwaivedLosses(record, season)
    const losses = lost.filter(({ weekNumber }) => weekNumber === round.weekNumber).length
    const isOut = decisiveOf(lost, season)?.weekNumber === round.weekNumber
    if (isOut) return { is: 'out', losses }
    if (losses > 0) return { is: 'spared', losses }
    return { is: week !== undefined && isThrough(record, week) ? 'through' : 'playing', losses }
  }
}

function isThrough({ teamsOf }: EntryRecord, { id, results }: SeasonResults['weeks'][number]): boolean {
  const teams = teamsOf(id)
  return teams.length > 0 && teams.every((team) => results.has(team))
}
