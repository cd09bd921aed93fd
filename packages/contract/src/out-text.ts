import { weekLabel } from '@outlast/domain'
import { TEAMS } from '@outlast/domain/rules'
import type { GameInfo } from './live/wire.ts'
import { ordinal } from './words.ts'

/** The fields of a game that decide what became of its teams. */
type EndOfGame = Pick<GameInfo, 'away_team_abbr' | 'home_team_abbr' | 'away_score' | 'home_score'>

/** Who made the pick that put an entry out, if it was not its owner; `unsaid`: for readers who are not its owner. */
type PickedBy = 'owner' | 'automatic' | 'admin' | 'unsaid' | null

/** An entry that is out. */
interface Out {
  readonly eliminatedWeek: number
  /** Lives lost; without it, the text does not count them. */
  readonly losses?: number | undefined
  readonly cause: 'loss' | 'missed' | 'hand'
  readonly team: string | null
}

/** When an entry went out: "Out in week 9", with several lives "Out in week 9 with its third loss". */
export function outHeadline({ eliminatedWeek, losses = 0, cause }: Out): string {
  const count = losses > 1 && cause !== 'hand' ? ` with its ${ordinal(losses)} loss` : ''
  return `Out in week ${weekLabel(eliminatedWeek)}${count}.`
}

/** Why an entry went out, by default from its owner's point of view: "You picked the Patriots; they lost 24–28." */
export function outReason(standing: Out, game: EndOfGame | undefined, by: PickedBy): string {
  if (standing.cause === 'missed') return by === 'unsaid' ? 'It had no pick.' : 'You made no pick.'
  if (standing.cause === 'hand') return 'An admin took this entry out.'
  const { team } = standing
  // The team of a loss that is not revealed yet is a placeholder without letters.
  if (team === null || !/^[A-Z]+$/.test(team)) return 'Its pick lost.'
  const end = game === undefined ? null : endOf(team, game)
  const pick = pickText(TEAMS.find(({ abbr }) => abbr === team)?.name ?? team, by)
  return end === null ? `${pick}.` : `${pick}; they ${end}.`
}

function pickText(team: string, by: PickedBy): string {
  if (by === 'unsaid') return `It picked the ${team}`
  if (by === 'automatic') return `The ${team} were your automatic pick`
  return by === 'admin' ? `An admin picked the ${team} for you` : `You picked the ${team}`
}

/** The end of a game for one of its teams, whose points come first. */
function endOf(team: string, { home_team_abbr: home, home_score: homeScore, away_score: awayScore }: EndOfGame): string | null {
  if (homeScore === null || awayScore === null) return null
  const [own, other] = team === home ? [homeScore, awayScore] : [awayScore, homeScore]
  return own === other ? `tied ${own}–${other}: a tie is a loss` : `${own > other ? 'won' : 'lost'} ${own}–${other}`
}
