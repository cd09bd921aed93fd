import { type Team, TEAMS } from '@outlast/domain/rules'

const teams: ReadonlyMap<string, Team> = new Map(TEAMS.map((team) => [team.abbr, team]))

/** Returns the team with an abbreviation; undefined for a placeholder such as `TBD`. */
export const findTeam = (abbr: string): Team | undefined => teams.get(abbr)

/** Returns a team's full name, "Dallas Cowboys", or the abbreviation of a placeholder. */
export function teamName(abbr: string): string {
  const team = findTeam(abbr)
  return team === undefined ? abbr : `${team.city} ${team.name}`
}

/** The lowest contrast ratio of text that WCAG 2.2 AA allows. */
const MIN_CONTRAST = 4.5

/** The colors of a team's chip, as a React style. */
interface TeamColors {
  readonly color: string
  readonly backgroundColor: string
}

/** Returns the contrast ratio of two `#rrggbb` colors, from 1 to 21 (WCAG 2.2). */
export function contrastRatio(color: string, other: string): number {
  const luminances = [luminanceOf(color), luminanceOf(other)]
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05)
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linearize(parseInt(color.slice(at, at + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linearize = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** Returns `preferred` when it is readable on the background, else white or black, whichever has more contrast. */
export function readableTextColor(background: string, preferred: string): string {
  if (contrastRatio(background, preferred) >= MIN_CONTRAST) return preferred
  return contrastRatio(background, '#ffffff') >= contrastRatio(background, '#000000') ? '#ffffff' : '#000000'
}

// Computed once per team: a grid of 10,000 entries repeats the same 32 chips.
const colors: ReadonlyMap<string, TeamColors> = new Map(
  TEAMS.map((team) => [team.abbr, { backgroundColor: team.color, color: readableTextColor(team.color, team.alternateColor) }]),
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
