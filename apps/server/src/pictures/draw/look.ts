import type { CardSize } from '@outlast/contract/cards'
import { clubAccent } from '@outlast/contract/club-accent'
import { readableTextColor } from '@outlast/contract/contrast'
import { TEAMS } from '@outlast/domain'
import type { Card, CardClub } from '../card.ts'

/** The colors of a card: those of the app's dark theme (tokens.css) with the club's accent. */
export interface Look {
  readonly accent: string
  readonly tint: string
  /** Whether the card is higher than wide. */
  readonly isTall: boolean
  readonly width: number
  readonly height: number
  /** The distance of the content from the edges. A phone covers the top and the bottom of a whole screen with its own controls. */
  readonly paddingX: number
  readonly paddingY: number
  /** Returns the first value for a wide card, the second one for a tall card. */
  readonly choose: <T>(wide: T, tall: T) => T
}

export const COLORS = {
  surface: '#0b0d0f',
  text: '#eceef0',
  muted: '#a4acb4',
  track: '#ffffff1f',
  neutral: '#2f353b',
  win: '#77d391',
  loss: '#ff958a',
} as const

/** The app's own accent, without a club's color. */
const OWN = { accent: '#74d0e2', tint: '#12323a' } as const
/** The gold of the app's champion. */
const GOLD = { accent: '#efbf5a', tint: '#4a3a12' } as const
const GRAY = { accent: COLORS.muted, tint: '#22272c' } as const

/** Font lists: the second font has the letters outside `latin`. */
export const DISPLAY = 'Barlow Condensed, Barlow Condensed Extended'
export const TEXT = 'Figtree, Figtree Extended'

/** Returns the look of a card. */
export function lookOf(card: Card, size: CardSize, { width, height }: { readonly width: number; readonly height: number }): Look {
  const isTall = size === '1080x1920'
  return {
    ...colorsOf(card),
    isTall,
    width,
    height,
    paddingX: isTall ? 84 : 64,
    paddingY: isTall ? 190 : 40,
    choose: (wide, tall) => (isTall ? tall : wide),
  }
}

/** Returns gold for a champion, gray for an entry that is out, and otherwise the club's accent. */
function colorsOf(card: Card): Pick<Look, 'accent' | 'tint'> {
  if (card.kind === 'champion' || (card.kind === 'entry' && card.state === 'champion')) return GOLD
  return card.kind === 'entry' && card.state === 'out' ? GRAY : accentOf(card.club)
}

function accentOf({ color }: CardClub): Pick<Look, 'accent' | 'tint'> {
  if (color === null) return OWN
  const { accent, 'accent-surface': tint } = clubAccent(color).dark
  return { accent, tint }
}

const teams: ReadonlyMap<string, { readonly color: string; readonly on: string }> = new Map(
  TEAMS.map(({ abbr, color, alternateColor }) => [abbr, { color, on: readableTextColor(color, alternateColor) }]),
)

/** Returns the colors of a team's chip. */
export const teamLook = (abbr: string): { readonly color: string; readonly on: string } =>
  teams.get(abbr) ?? { color: COLORS.neutral, on: COLORS.text }

/** Estimates the largest font size between two limits at which a text in the display font fits into a width, in pixels. */
export function fitted(content: string, width: number, largest: number, smallest: number): number {
  const average = 0.44
  return Math.round(Math.max(smallest, Math.min(largest, width / (average * Math.max(1, content.length)))))
}
