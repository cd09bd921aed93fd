import { TEAMS, type Team } from '@outlast/contract/teams'

/** What WCAG 2.2 AA asks of text. */
const READABLE = 4.5

/** Text and ground of a team's chip, as React style. */
export interface TeamColors {
  readonly color: string
  readonly backgroundColor: string
}

/** Contrast ratio of two `#rrggbb` colours (WCAG 2.2), from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const lights = [luminanceOf(one), luminanceOf(other)]
  return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05)
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(parseInt(color.slice(at, at + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

/** The text colour for a ground: the wished one if it can be read there, else white or black, whichever reads better. */
export function readableTextColor(ground: string, wished: string): string {
  if (contrastRatio(ground, wished) >= READABLE) return wished
  return contrastRatio(ground, '#ffffff') >= contrastRatio(ground, '#000000') ? '#ffffff' : '#000000'
}

// Once per team: a grid of 10,000 entries draws the same 32 chips.
const colors: ReadonlyMap<string, TeamColors> = new Map(
  TEAMS.map((team) => [team.abbr, { backgroundColor: team.color, color: readableTextColor(team.color, team.alternateColor) }]),
)

/** The chip's colours of a team; undefined for what is no team, which gets a neutral chip. Always the same object. */
export function teamColors(abbr: string): TeamColors | undefined {
  return colors.get(abbr)
}

const teams: ReadonlyMap<string, Team> = new Map(TEAMS.map((team) => [team.abbr, team]))

/** The team of an abbreviation from the wire; undefined for a placeholder (`TBD`). */
export function findTeam(abbr: string): Team | undefined {
  return teams.get(abbr)
}

/** "Dallas Cowboys", or the abbreviation of what is no team. */
export function teamName(abbr: string): string {
  const team = findTeam(abbr)
  return team === undefined ? abbr : `${team.city} ${team.name}`
}
