import {
  allGamesOver,
  decidingGame,
  entryId,
  type GamePhase,
  type GameStatus,
  isSettled,
  parseSlot,
  pickIdOf,
  type SettledResult,
  settledResults,
  TEAMS,
  type TeamAbbr,
  type ScoreMeaning,
  USUAL_MEANING,
  weekId,
} from '@outlast/domain'
import type { PickRow } from '@outlast/contract/rest/reveal'
import type { GameInfo, Immutable, WeekEntry, WeekView } from '@outlast/contract/live/wire'
import { memoize } from './memoize.ts'

/** A revealed pick, or the placeholder of an entry without a pick: a row of `GET /api/reveal/{id}` without the entry's lives. */
export type RevealRow = Immutable<PickRow>

export interface RevealTotals {
  /** The number of picks. Entries without a pick are counted in `no_pick` only. */
  readonly total: number
  readonly wins: number
  readonly losses: number
  /** Ties that cost nothing. */
  readonly ties: number
  readonly tbd: number
  readonly no_pick: number
}

export interface DerivedReveal {
  readonly rows: readonly RevealRow[]
  readonly totals: RevealTotals
}

export type TeamFields = Pick<RevealRow, 'team_abbr' | 'team_city' | 'team_name' | 'result' | 'result_at'>

const NO_PICK: TeamFields = { team_abbr: null, team_city: null, team_name: null, result: null, result_at: null }
const teamByAbbr = new Map(TEAMS.map((team) => [team.abbr as string, team]))

/**
 * Derives the rows of a locked week, in the view's order, with each pick's result, and the totals. An open week has no
 * picks in its rows.
 */
export const revealOf = memoize((view: WeekView): DerivedReveal => {
  const fieldsOf = teamFieldsOf(view)
  const counts = { win: 0, loss: 0, tie: 0, tbd: 0, none: 0 }
  const rows = view.entries.map((entry) => {
    const row = rowOf(view, entry, fieldsOf)
    counts[row.result ?? 'none'] += 1
    for (const other of row.more ?? []) counts[other.result] += 1
    return row
  })
  const { win, loss, tie, tbd, none } = counts
  const totals = { total: win + loss + tie + tbd, wins: win, losses: loss, ties: tie, tbd, no_pick: none }
  return { rows, totals }
})

function rowOf({ week }: WeekView, entry: WeekEntry, fieldsOf: (abbr: string | null) => TeamFields): RevealRow {
  const slot = entry.slot ?? 1
  const idOf = (place: number) => pickIdOf(entryId(entry.id), weekId(week.id), parseSlot(place) ?? 1)
  const more = entry.more?.map((pick) => otherPick(idOf(pick.slot), pick, fieldsOf(pick.team)))
  return {
    id: entry.team === null ? `nopick-${entry.id}` : idOf(slot),
    entry_id: entry.id,
    entry_name: entry.name,
    ...(entry.is_paper && { is_paper: true as const }),
    week_id: week.id,
    week_number: week.week_number,
    ...fieldsOf(entry.team),
    ...(entry.team === null ? { no_pick: true } : {}),
    ...(entry.is_override ? { is_override: true } : {}),
    ...(entry.is_auto ? { is_auto: true } : {}),
    ...(entry.made_by && { made_by: entry.made_by }),
    ...(more === undefined ? {} : { more }),
  }
}

type OtherRow = NonNullable<RevealRow['more']>[number]

function otherPick(id: number, pick: NonNullable<WeekEntry['more']>[number], fields: TeamFields): OtherRow {
  const { team_city, team_name, result, result_at } = fields
  return {
    id,
    team_abbr: pick.team,
    team_city,
    team_name,
    result: result ?? 'tbd',
    result_at,
    ...(pick.is_override ? { is_override: true } : {}),
    ...(pick.is_auto ? { is_auto: true } : {}),
    ...(pick.made_by && { made_by: pick.made_by }),
  }
}

/** Returns a function that gives the fields shared by all picks of a team in this week. Looks each team up once. */
export function teamFieldsOf(view: Pick<WeekView, 'week' | 'games'>): (abbr: string | null) => TeamFields {
  const games = view.games.map(domainGame)
  const results = settledResults(games, view.week.is_locked)
  const fields = new Map<string, TeamFields>()
  return (abbr) => {
    if (abbr === null) return NO_PICK
    const known = fields.get(abbr)
    if (known !== undefined) return known
    const team = teamByAbbr.get(abbr)
    const game = games.findLast((one) => plays(one, abbr) && isSettled(one, view.week.is_locked))
    const created: TeamFields = {
      team_abbr: abbr,
      team_city: team?.city ?? null,
      team_name: team?.name ?? null,
      result: results.get(abbr as TeamAbbr) ?? 'tbd',
      result_at: game?.result_at ?? null,
    }
    fields.set(abbr, created)
    return created
  }
}

/** Derives the results that count so far in a week, by team. */
export function resultsOf(view: Pick<WeekView, 'week' | 'games'>): ReadonlyMap<string, SettledResult> {
  return settledResults(view.games.map(domainGame), view.week.is_locked)
}

/** Returns the game that decided the pick of a team; undefined while none has. */
export function decidedGameOf({ week, games }: Pick<WeekView, 'week' | 'games'>, team: string): GameInfo | undefined {
  return decidingGame(
    games.map((game) => ({ ...domainGame(game), game })),
    team,
    week.is_locked,
  )?.game
}

/** Whether every game of a week is over, so that it is complete once it is locked (docs/rules.md §4.6). */
export function areGamesOver(games: readonly GameInfo[]): boolean {
  return allGamesOver(games.map(domainGame))
}

interface DomainGame {
  readonly home: TeamAbbr
  readonly away: TeamAbbr
  readonly status: GameStatus
  readonly homeScore: number | null
  readonly awayScore: number | null
  readonly finalByAdmin: boolean
  readonly phase: GamePhase | null
  readonly isResultUnread: boolean
  readonly result_at: string | null
  readonly countsAs: ScoreMeaning
}

/** Maps a game of a live view for the rules. */
export function domainGame(game: GameInfo): DomainGame {
  return {
    home: game.home_team_abbr as TeamAbbr,
    away: game.away_team_abbr as TeamAbbr,
    status: game.status,
    homeScore: game.home_score,
    awayScore: game.away_score,
    finalByAdmin: game.final_by_admin,
    phase: game.phase,
    isResultUnread: game.result_unread,
    result_at: game.result_at,
    countsAs: game.counts_as ?? USUAL_MEANING,
  }
}

const plays = (game: DomainGame, abbr: string): boolean => game.home === abbr || game.away === abbr

/** Returns the picks of a row of a reveal, in the order of their slots: the row itself is the first, or says that there is none. */
export const picksOfRow = (row: RevealRow): readonly (RevealRow | NonNullable<RevealRow['more']>[number])[] => [
  row,
  ...(row.more ?? []),
]

/** Returns the teams that an entry of a revealed week picked, in the order of their slots. */
export const pickedTeams = ({ team, more = [] }: Pick<WeekEntry, 'team' | 'more'>): readonly string[] =>
  team === null ? [] : [team, ...more.map((pick) => pick.team)]

/** Counts the picks in the rows of a week. */
export const pickCountOf = (entries: readonly Pick<WeekEntry, 'team' | 'more'>[]): number =>
  entries.reduce((sum, entry) => sum + pickedTeams(entry).length, 0)

export interface DistributionRow {
  readonly team_abbr: string
  readonly count: number
  /** Share of all picks of the week, in percent with one decimal. */
  readonly percent: number
}

/** Counts the picks of a revealed week by team: most picked first, then by abbreviation. */
export function distributionOf(view: WeekView): readonly DistributionRow[] {
  const counts = new Map<string, number>()
  let total = 0
  for (const entry of view.entries) {
    for (const team of pickedTeams(entry)) {
      counts.set(team, (counts.get(team) ?? 0) + 1)
      total += 1
    }
  }
  return [...counts]
    .map(([team_abbr, count]) => ({ team_abbr, count, percent: percentOf(count, total) }))
    .sort((a, b) => b.count - a.count || (a.team_abbr < b.team_abbr ? -1 : 1))
}

/** Returns a share in percent, rounded to one decimal; 0 when the whole is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10
}
