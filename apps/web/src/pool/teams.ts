import { readableTextColor } from '@outlast/contract/contrast'
import { type Team, TEAMS } from '@outlast/domain/rules'

const teams: ReadonlyMap<string, Team> = new Map(TEAMS.map((team) => [team.abbr, team]))

/** Returns the team with an abbreviation; undefined for a placeholder such as `TBD`. */
export const findTeam = (abbr: string): Team | undefined => teams.get(abbr)

/** Returns a team's full name, "Dallas Cowboys", or the abbreviation of a placeholder. */
export function teamName(abbr: string): string {
  const team = findTeam(abbr)
  return team === undefined ? abbr : `${team.city} ${team.name}`
}

/** The colors of a team's mark, as a React style. `--band` is its second color. */
interface TeamColors {
  readonly color: string
  readonly backgroundColor: string
  readonly '--band': string
}

// Computed once per team: a grid of 10,000 entries repeats the same 32 chips.
const colors: ReadonlyMap<string, TeamColors> = new Map(
  TEAMS.map(({ abbr, color, alternateColor }) => [
    abbr,
    { backgroundColor: color, color: readableTextColor(color, '#ffffff'), '--band': alternateColor },
  ]),
)

/** Returns the colors of a team's chip, always as the same object; undefined for a placeholder, whose chip is neutral. */
export const teamColors = (abbr: string): TeamColors | undefined => colors.get(abbr)

/** The two surfaces of a team, each with the color of text on it. Text on a surface is white or black: more of it than a chip is read. */
export interface TeamSurfaceColors {
  readonly surface: string
  readonly onSurface: string
  readonly second: string
  readonly onSecond: string
}

const surfaces: ReadonlyMap<string, TeamSurfaceColors> = new Map(
  TEAMS.map(({ abbr, color: surface, alternateColor: second }) => [
    abbr,
    { surface, onSurface: readableTextColor(surface, '#ffffff'), second, onSecond: readableTextColor(second, surface) },
  ]),
)

/** Returns a team's surfaces, always as the same object; undefined for a placeholder, whose surface is neutral. */
export const teamSurface = (abbr: string): TeamSurfaceColors | undefined => surfaces.get(abbr)

/** How far apart the colors of two bars that face each other must be, as a distance in RGB. */
const MIN_DISTANCE = 90

/**
 * Returns the colors of two teams side by side: the first colors of both, or a second color where those look alike, as with Dallas
 * and New England. Undefined for a placeholder.
 */
export function facingColors(away: string, home: string): readonly [away: string | undefined, home: string | undefined] {
  const [one, other] = [surfaces.get(away), surfaces.get(home)]
  if (one === undefined || other === undefined) return [one?.surface, other?.surface]
  const pairs = [
    [one.surface, other.surface],
    [one.surface, other.second],
    [one.second, other.surface],
  ] as const
  return pairs.find(([first, second]) => colorDistance(first, second) >= MIN_DISTANCE) ?? pairs[0]
}

/** Returns the distance of two `#rrggbb` colors in RGB, from 0 to 442. */
export const colorDistance = (color: string, other: string): number =>
  Math.hypot(...[1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) - parseInt(other.slice(at, at + 2), 16)))
