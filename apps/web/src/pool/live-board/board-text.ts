import { capitalize, listText } from '@outlast/contract/words'
import type { GameInfo } from '@outlast/contract/live'
import type { GameStakes, SideStakes } from '@outlast/views'
import { aTieIs, resultOfLead, type SettledResult } from '@outlast/domain/rules'
import { formatCount, formatNumber, pluralize } from '../../lib/numbers.ts'
import type { AliveCounts } from './alive-counts.ts'

const entries = (count: number): string => formatCount(count, 'entry', 'entries')

/** The lead of the home team; null before kickoff. */
function homeLeadOf({ status, home_score: homeScore, away_score: awayScore }: GameInfo): number | null {
  const hasBegun = status === 'in_progress' || status === 'final'
  return hasBegun && homeScore !== null && awayScore !== null ? homeScore - awayScore : null
}

/** The sides of a game whose picks lose with a lead of the home team: both when the score is level and a tie is a loss. */
function losingSides({ game, home, away }: GameStakes, lead: number): readonly SideStakes[] {
  return [
    ...(resultOfLead(-lead, game.counts_as) === 'loss' ? [away] : []),
    ...(resultOfLead(lead, game.counts_as) === 'loss' ? [home] : []),
  ]
}

const sum = (sides: readonly SideStakes[], count: (side: SideStakes) => number): number =>
  sides.reduce((total, side) => total + count(side), 0)

/** Says what hangs on a game: "9 entries go out if this stands". */
export function stakesText(stakes: GameStakes): string {
  const { game, home, away } = stakes
  const picks = home.picks + away.picks
  if (picks === 0) return 'Nobody picked this game'
  if (game.phase === 'closed') return 'Not played: nobody goes out'
  // An admin may close the week without it, and then the rules say what that costs.
  if (game.status === 'cancelled') return 'Cancelled: nobody goes out for now'
  const isLossOfBoth = game.phase === 'closed_as_loss'
  const lead = homeLeadOf(game)
  if (lead === null && !isLossOfBoth) {
    const atRisk = home.atRisk + away.atRisk
    return atRisk === 0
      ? `${entries(picks)}, all with a life to spare`
      : `${entries(atRisk)} ${pluralize(atRisk, 'hangs', 'hang')} on this game`
  }
  const losing = lead === null ? [away, home] : losingSides(stakes, lead)
  const out = sum(losing, ({ atRisk }) => atRisk)
  const spared = sum(losing, (side) => side.picks - side.atRisk)
  if (isLossOfBoth) return endedText(out, spared, 'not played')
  const tie = lead === 0 ? aTieIs(game.counts_as) : null
  return game.status === 'final' ? endedText(out, spared, tie) : standsText(out, spared, tie)
}

function endedText(out: number, spared: number, why: string | null): string {
  const parts = [
    ...(out > 0 || spared === 0 ? [out === 0 ? 'Nobody went out' : `${entries(out)} went out`] : []),
    ...(spared > 0 ? [`${entries(spared)} survived the loss`] : []),
  ]
  return why === null ? parts.join(', ') : capitalize(`${why}: ${lowerFirst(parts.join(', '))}`)
}

function standsText(out: number, spared: number, tie: string | null): string {
  const parts = [
    ...(out > 0 || spared === 0 ? [out === 0 ? 'Nobody goes out' : `${entries(out)} ${pluralize(out, 'goes', 'go')} out`] : []),
    ...(spared > 0 ? [`${entries(spared)} ${pluralize(spared, 'survives', 'survive')} the loss`] : []),
  ]
  return `${tie === null ? parts.join(', ') : `Level, and ${tie}: ${lowerFirst(parts.join(', '))}`} if this stands`
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** How much a game moves the pool: the entries that hang on it, weighed by how open its end is. */
export function suspense({ odds, home, away }: GameStakes): number {
  return (home.atRisk + away.atRisk) * (1 - Math.max(odds.home, odds.away, odds.tie))
}

/** Sorts games: one's own first, then by suspense, then by the entries on them. Equal games stay in the order of their kickoffs. */
export function byInterest(games: readonly GameStakes[], ownTeams: ReadonlySet<string>): readonly GameStakes[] {
  const isOwn = ({ home, away }: GameStakes): number => Number(ownTeams.has(home.team) || ownTeams.has(away.team))
  const picks = ({ home, away }: GameStakes): number => home.picks + away.picks
  return games.toSorted((a, b) => isOwn(b) - isOwn(a) || suspense(b) - suspense(a) || picks(b) - picks(a))
}

/** Formats a chance in whole percent. Only what cannot come differently is 0 or 100. */
export function percentText(chance: number, isOpen = true): string {
  const percent = Math.round(chance * 100)
  if (isOpen && percent === 0) return '< 1 %'
  if (isOpen && percent === 100) return '> 99 %'
  return `${percent} %`
}

/** Returns a number of survivors that is close to the median, easy to say (60 rather than 58) and below the most that can survive. */
export function roundSurvivors(median: number, most: number): number {
  const step = [1, 5, 10, 50, 100, 500].findLast((candidate) => candidate * 12 <= most) ?? 1
  return Math.max(0, Math.min(Math.round(median / step) * step, most - 1))
}

/** Explains why more entries are alive than picks have won: "Of 57 alive, 45 won, 8 are still undecided and 4 go out tonight without a pick." */
export function aliveText(
  counts: Omit<AliveCounts, 'out'> & {
    /** When the last game ends: "tonight". */
    readonly weekEnd: string
  },
): string {
  const { alive, won, tied, playing, noPick, missed, later, weekEnd } = counts
  const spared = alive - won - tied - playing - noPick - missed - later
  const say = (count: number, text: string): readonly string[] => (count > 0 ? [`${formatNumber(count)} ${text}`] : [])
  const parts = [
    ...say(won, 'won'),
    ...say(tied, 'tied'),
    ...say(playing, `${pluralize(playing, 'is', 'are')} still undecided`),
    ...say(spared, `lost and ${pluralize(spared, 'has', 'have')} a life left or a waived loss`),
    ...say(noPick, 'survived without a pick'),
    ...say(missed, `without a pick ${pluralize(missed, 'goes', 'go')} out ${weekEnd}`),
    ...say(later, `${pluralize(later, 'plays', 'play')} from the next week on`),
  ]
  if (parts.length === 0 || (parts.length === 1 && missed === 0)) return ''
  return `Of ${formatNumber(alive)} alive, ${listText(parts)}.`
}

/**
 * Under what the alive are counted by how their picks of a week ended, undefined while they are open. Null for those that lost and were spared:
 * they are what remains.
 */
export function countedAs(ends: readonly (SettledResult | undefined)[]): 'won' | 'tied' | 'playing' | 'noPick' | null {
  if (ends.length === 0) return 'noPick'
  if (ends.includes('loss')) return null
  if (ends.includes(undefined)) return 'playing'
  return ends.includes('tie') ? 'tied' : 'won'
}

/** Says what became so far of the entries that began the week, in one line: "40 through · 28 playing · 27 out". */
export function countsText(counts: AliveCounts): string {
  const parts = [
    [throughOf(counts), 'through'],
    [counts.playing, 'playing'],
    [counts.missed, pluralize(counts.missed, 'goes out', 'go out')],
    [counts.out, 'out'],
    [counts.later, 'from next week on'],
  ] as const
  return parts.flatMap(([count, text]) => (count === 0 ? [] : [`${formatNumber(count)} ${text}`])).join(' · ')
}

/** The entries that are in and whose week is over, those that lost and were spared among them. */
export const throughOf = ({ alive, playing, missed, later }: AliveCounts): number => alive - playing - missed - later
