/** ESPN's abbreviation of a team in capitals, for example `LAR`. Only {@link parseTeam} creates one. */
export type TeamAbbr = string & { readonly __brand: 'TeamAbbr' }

/** A team with its names and its colors as `#rrggbb`. */
export interface Team {
  readonly abbr: TeamAbbr
  readonly city: string
  readonly name: string
  readonly color: string
  readonly alternateColor: string
}

const rows = [
  { abbr: 'ARI', city: 'Arizona', name: 'Cardinals', color: '#a40227', alternateColor: '#ffffff' },
  { abbr: 'ATL', city: 'Atlanta', name: 'Falcons', color: '#a71930', alternateColor: '#000000' },
  { abbr: 'BAL', city: 'Baltimore', name: 'Ravens', color: '#29126f', alternateColor: '#000000' },
  { abbr: 'BUF', city: 'Buffalo', name: 'Bills', color: '#00338d', alternateColor: '#d50a0a' },
  { abbr: 'CAR', city: 'Carolina', name: 'Panthers', color: '#0085ca', alternateColor: '#000000' },
  { abbr: 'CHI', city: 'Chicago', name: 'Bears', color: '#0b1c3a', alternateColor: '#e64100' },
  { abbr: 'CIN', city: 'Cincinnati', name: 'Bengals', color: '#fb4f14', alternateColor: '#000000' },
  { abbr: 'CLE', city: 'Cleveland', name: 'Browns', color: '#472a08', alternateColor: '#ff3c00' },
  { abbr: 'DAL', city: 'Dallas', name: 'Cowboys', color: '#002a5c', alternateColor: '#b0b7bc' },
  { abbr: 'DEN', city: 'Denver', name: 'Broncos', color: '#0a2343', alternateColor: '#fc4c02' },
  { abbr: 'DET', city: 'Detroit', name: 'Lions', color: '#0076b6', alternateColor: '#bbbbbb' },
  { abbr: 'GB', city: 'Green Bay', name: 'Packers', color: '#204e32', alternateColor: '#ffb612' },
  { abbr: 'HOU', city: 'Houston', name: 'Texans', color: '#00143f', alternateColor: '#c41230' },
  { abbr: 'IND', city: 'Indianapolis', name: 'Colts', color: '#003b75', alternateColor: '#ffffff' },
  { abbr: 'JAX', city: 'Jacksonville', name: 'Jaguars', color: '#007487', alternateColor: '#d7a22a' },
  { abbr: 'KC', city: 'Kansas City', name: 'Chiefs', color: '#e31837', alternateColor: '#ffb612' },
  { abbr: 'LAC', city: 'Los Angeles', name: 'Chargers', color: '#0080c6', alternateColor: '#ffc20e' },
  { abbr: 'LAR', city: 'Los Angeles', name: 'Rams', color: '#003594', alternateColor: '#ffd100' },
  { abbr: 'LV', city: 'Las Vegas', name: 'Raiders', color: '#000000', alternateColor: '#a5acaf' },
  { abbr: 'MIA', city: 'Miami', name: 'Dolphins', color: '#008e97', alternateColor: '#fc4c02' },
  { abbr: 'MIN', city: 'Minnesota', name: 'Vikings', color: '#4f2683', alternateColor: '#ffc62f' },
  { abbr: 'NE', city: 'New England', name: 'Patriots', color: '#002a5c', alternateColor: '#c60c30' },
  { abbr: 'NO', city: 'New Orleans', name: 'Saints', color: '#d3bc8d', alternateColor: '#000000' },
  { abbr: 'NYG', city: 'New York', name: 'Giants', color: '#003c7f', alternateColor: '#c9243f' },
  { abbr: 'NYJ', city: 'New York', name: 'Jets', color: '#115740', alternateColor: '#ffffff' },
  { abbr: 'PHI', city: 'Philadelphia', name: 'Eagles', color: '#06424d', alternateColor: '#000000' },
  { abbr: 'PIT', city: 'Pittsburgh', name: 'Steelers', color: '#000000', alternateColor: '#ffb612' },
  { abbr: 'SEA', city: 'Seattle', name: 'Seahawks', color: '#002a5c', alternateColor: '#69be28' },
  { abbr: 'SF', city: 'San Francisco', name: '49ers', color: '#aa0000', alternateColor: '#b3995d' },
  { abbr: 'TB', city: 'Tampa Bay', name: 'Buccaneers', color: '#bd1c36', alternateColor: '#3e3a35' },
  { abbr: 'TEN', city: 'Tennessee', name: 'Titans', color: '#4b92db', alternateColor: '#002a5c' },
  { abbr: 'WSH', city: 'Washington', name: 'Commanders', color: '#5a1414', alternateColor: '#ffb612' },
] as const

/** All 32 teams, ordered by abbreviation. */
export const TEAMS: readonly Team[] = rows.map((row) => ({ ...row, abbr: row.abbr as string as TeamAbbr }))

/** The usual other abbreviations of a team: those of the league, of statistics sites, and of earlier cities. */
const OTHER_ABBREVIATIONS: Readonly<Record<string, readonly string[]>> = {
  ARI: ['AZ', 'ARZ', 'CRD', 'PHO', 'PHX'],
  BAL: ['BLT', 'RAV'],
  CLE: ['CLV'],
  GB: ['GNB'],
  HOU: ['HST', 'HTX'],
  IND: ['CLT'],
  JAX: ['JAC'],
  KC: ['KAN'],
  LAC: ['SD', 'SDG'],
  LAR: ['LA', 'SL', 'STL', 'RAM'],
  LV: ['OAK', 'LVR', 'RAI'],
  NE: ['NWE'],
  NO: ['NOR'],
  SF: ['SFO'],
  TB: ['TAM'],
  TEN: ['OTI'],
  WSH: ['WAS', 'WFT'],
}

const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHER_ABBREVIATIONS).flatMap(([abbr, others]) => others.map((other) => [other, abbr] as const)),
)

/** Stands for a team of a game that is not known: the scoreboard does not name it, or its name could not be read. */
export const UNKNOWN_TEAM = 'TBD' as string as TeamAbbr

const byAbbr: ReadonlyMap<string, Team> = new Map(TEAMS.map((team) => [team.abbr, team]))

/**
 * Parses an abbreviation in any case, as ESPN, the league or nflverse write it.
 * @returns `undefined` if there is no such team (a typo, or the placeholder `TBD` of a playoff game)
 */
export function parseTeam(text: string): TeamAbbr | undefined {
  const key = text.trim().toUpperCase()
  return byAbbr.get(ALIASES.get(key) ?? key)?.abbr
}

/** Whether a text is another abbreviation of a team, which can have become that of another team. */
export function isTeamAlias(text: string): boolean {
  return ALIASES.has(text.trim().toUpperCase())
}

/** Returns the team of an abbreviation. */
export function teamByAbbr(abbr: TeamAbbr): Team {
  const team = byAbbr.get(abbr)
  if (team === undefined) throw new RangeError(`not a team: ${abbr}`)
  return team
}
