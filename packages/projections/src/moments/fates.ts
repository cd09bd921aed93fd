import {
  type Contender,
  decisiveOf,
  deriveStanding,
  deriveWipeOuts,
  type EntryId,
  entryRecord,
  type EntryRecord,
  type Game,
  marginsOf,
  type Participant,
  type PoolState,
  type Round,
  rulesOf,
  type SeasonLoss,
  type SeasonResults,
  type SeasonTable,
  type Standing,
  unwaivedLosses,
  weekResults,
  type WeekResults,
} from '@outlast/domain'

/** What a week has come to for an entry. `spared`: it lost a life and is still in. */
export interface Fate {
  readonly is: 'playing' | 'through' | 'spared' | 'out'
  /** How many lives it lost in the week. */
  readonly losses: number
}

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

/** An entry that went into a week alive, with what it had lost by then. */
export interface InWeek {
  readonly entryId: EntryId
  readonly record: EntryRecord
  readonly before: readonly SeasonLoss[]
}

/** Returns an entry with what it lost before a week. */
export function entryIn(pool: PoolState, { entryId, entry }: Participant, season: SeasonResults, round: Round): InWeek {
  const record = entryRecord(pool, entry, season.contestId)
  const weeks = season.weeks.filter(({ id }) => id !== round.id)
  return { entryId, record, before: unwaivedLosses(record, { ...season, weeks }) }
}

/** Returns a function that returns what a week has come to for an entry. */
export function fatesIn(season: SeasonResults, week: WeekResults): (entry: InWeek) => Fate {
  const alone = { ...season, weeks: [week] }
  return ({ record, before }) => {
    const lost = unwaivedLosses(record, alone)
    const losses = lost.length
    const isOut = decisiveOf([...before, ...lost], season)?.weekNumber === week.weekNumber
    if (isOut) return { is: 'out', losses }
    if (losses > 0) return { is: 'spared', losses }
    return { is: isThrough(record, week) ? 'through' : 'playing', losses }
  }
}

function isThrough({ teamsOf }: EntryRecord, { id, results }: WeekResults): boolean {
  const teams = teamsOf(id)
  return teams.length > 0 && teams.every((team) => results.has(team))
}
