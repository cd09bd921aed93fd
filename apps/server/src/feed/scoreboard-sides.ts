import { isTeamAlias, parseTeam, type TeamAbbr, UNKNOWN_TEAM, type UnreadPart } from '@outlast/domain'
import { isObject, listOf, numberOf, shown, textOf } from './loose-json.ts'

/** ESPN's id of each team. It stays when an abbreviation changes. */
const ESPN_TEAM_IDS: Readonly<Record<number, string>> = {
  1: 'ATL',
  2: 'BUF',
  3: 'CHI',
  4: 'CIN',
  5: 'CLE',
  6: 'DAL',
  7: 'DEN',
  8: 'DET',
  9: 'GB',
  10: 'TEN',
  11: 'IND',
  12: 'KC',
  13: 'LV',
  14: 'LAR',
  15: 'MIA',
  16: 'MIN',
  17: 'NE',
  18: 'NO',
  19: 'NYG',
  20: 'NYJ',
  21: 'PHI',
  22: 'ARI',
  23: 'PIT',
  24: 'LAC',
  25: 'SF',
  26: 'SEA',
  27: 'TB',
  28: 'WSH',
  29: 'CAR',
  30: 'JAX',
  33: 'BAL',
  34: 'HOU',
}

/** A side of a game. The team can be unknown, and the score unread: it matters only once the game has started. */
interface Side {
  readonly team: TeamAbbr
  readonly score: number | undefined
  readonly rawScore: unknown
}

export interface Sides {
  readonly home: Side
  readonly away: Side
  /** Teams that could not be read. A team that the scoreboard does not name yet (`TBD`) is not among them. */
  readonly unread: readonly UnreadPart[]
}

/** Reads the sides of a game, by `homeAway` and not by order. */
export function readSides(competitors: unknown): Sides {
  const rows = distinct(listOf(competitors).filter(isObject))
  const homes = rows.filter((row) => sideOf(row) === 'home')
  const aways = rows.filter((row) => sideOf(row) === 'away')
  const others = rows.filter((row) => sideOf(row) === undefined)
  // Of two rows, the one that does not say its side has the one that is left.
  const isOneLeft = rows.length === 2 && others.length === 1
  const home = homes.length === 1 ? homes[0] : homes.length === 0 && isOneLeft ? others[0] : undefined
  const away = aways.length === 1 ? aways[0] : aways.length === 0 && isOneLeft ? others[0] : undefined
  const [homeTeam, awayTeam] = [teamOf(home), teamOf(away)]
  const unread: UnreadPart[] = [
    ...(homeTeam.unread === undefined ? [] : [{ what: 'home_team' as const, value: homeTeam.unread }]),
    ...(awayTeam.unread === undefined ? [] : [{ what: 'away_team' as const, value: awayTeam.unread }]),
    ...(isOneLeft ? [{ what: 'home_team' as const, value: shown(others[0]?.['homeAway']) }] : []),
  ]
  const isItself = homeTeam.team === awayTeam.team && homeTeam.team !== UNKNOWN_TEAM
  if (!isItself) return { home: withScore(homeTeam.team, home), away: withScore(awayTeam.team, away), unread }
  const value = `${homeTeam.team} against itself`
  return {
    home: withScore(UNKNOWN_TEAM, home),
    away: withScore(UNKNOWN_TEAM, away),
    unread: [...unread, { what: 'home_team', value }, { what: 'away_team', value }],
  }
}

type Row = Record<string, unknown>

function distinct(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
}

function sideOf(row: Row): 'home' | 'away' | undefined {
  const side = textOf(row['homeAway'])?.toLowerCase()
  return side === 'home' || side === 'away' ? side : undefined
}

/** Reads a team by ESPN's id, or else by its abbreviation. If they name two teams, neither counts. */
function teamOf(row: Row | undefined): { readonly team: TeamAbbr; readonly unread?: string } {
  const team = isObject(row?.['team']) ? row['team'] : {}
  const abbreviation = textOf(team['abbreviation'])
  const named = abbreviation === undefined ? undefined : parseTeam(abbreviation)
  const abbr = ESPN_TEAM_IDS[numberOf(team['id']) ?? numberOf(row?.['id']) ?? 0]
  const identified = abbr === undefined ? undefined : parseTeam(abbr)
  const isContradiction = named !== undefined && identified !== undefined && named !== identified
  if (isContradiction && !isTeamAlias(abbreviation ?? '')) {
    return { team: UNKNOWN_TEAM, unread: `${shown(abbreviation)} with the id of ${identified}` }
  }
  const known = identified ?? named
  if (known !== undefined) return { team: known }
  if (abbreviation?.toUpperCase() === UNKNOWN_TEAM) return { team: UNKNOWN_TEAM }
  return { team: UNKNOWN_TEAM, unread: shown(team['abbreviation'] ?? row?.['team']) }
}

function withScore(team: TeamAbbr, row: Row | undefined): Side {
  return { team, score: scoreOf(row?.['score']), rawScore: row?.['score'] }
}

const MAX_SCORE = 999

/** A whole number from 0 to 999, as text, as a number, or as `{value: 20}`. */
function scoreOf(raw: unknown): number | undefined {
  const score = numberOf(isObject(raw) ? (raw['value'] ?? raw['displayValue']) : raw)
  return score !== undefined && score >= 0 && score <= MAX_SCORE ? score : undefined
}
