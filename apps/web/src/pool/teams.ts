import { contrastRatio, readableTextColor } from '@outlast/contract/contrast'
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

/** The ground of a card in the dark (`--surface-raised`), and how far a bar must be from it. */
const [DARK_GROUND, MIN_CONTRAST] = ['#1a1e22', 1.5]

/**
 * Returns where the bars of two teams that share one need stripes of their second colors: always on one side where the first colors
 * look alike, as with Dallas and New England, and in the dark on a side that would be as dark as the page. A team keeps its first color.
 */
export function barStripes(away: string, home: string): readonly [away: BarStripes, home: BarStripes] {
  const [one, other] = [surfaces.get(away), surfaces.get(home)]
  const inDark = [one, other].map((colors) =>
    colors !== undefined && contrastRatio(colors.surface, DARK_GROUND) < MIN_CONTRAST ? 'dark' : undefined,
  ) as [BarStripes, BarStripes]
  if (one === undefined || other === undefined || colorDistance(one.surface, other.surface) >= MIN_DISTANCE) return inDark
  return colorDistance(one.surface, other.second) >= MIN_DISTANCE ? [inDark[0], 'always'] : ['always', inDark[1]]
}

type BarStripes = 'always' | 'dark' | undefined

/** Returns the distance of two `#rrggbb` colors in RGB, from 0 to 442. */
export const colorDistance = (color: string, other: string): number =>
  Math.hypot(...[1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) - parseInt(other.slice(at, at + 2), 16)))
