import { listText } from '@outlast/contract/words'
import { kickoffText } from '../../../pool/pool-text.ts'
import { aTieIs, isStillOpen, resultOfLead } from '@outlast/domain/rules'
import { formatCount, pluralize } from '../../../lib/numbers.ts'
import type { BoardGame } from '../board/board.ts'
import { gameOfTeam } from '../../../pool/pick-rules.ts'

/** A team's score in its game, its own points first. */
interface Score {
  readonly own: number
  readonly other: number
}

/** A picked team with its game, and how many of the member's entries are on it. */
export interface PickInPlay {
  readonly team: string
  readonly count: number
  readonly game: BoardGame | undefined
}

/** Groups the member's picks by team, in the order of the entries. */
export function picksInPlay(teams: readonly string[], games: readonly BoardGame[]): readonly PickInPlay[] {
  return [...new Set(teams)].map((team) => ({
    team,
    count: teams.filter((other) => other === team).length,
    game: gameOfTeam(games, team),
  }))
}

function scoreOf({ team, game }: PickInPlay): Score | null {
  if (game === undefined || game.home_score === null || game.away_score === null) return null
  const [own, other] = team === game.home_team_abbr ? [game.home_score, game.away_score] : [game.away_score, game.home_score]
  return { own, other }
}

/** Says how a team's game ended: "KC won 27–20", "KC and LV tied 20–20, and a tie is a loss". */
export function endText(pick: PickInPlay): string | null {
  const score = pick.game?.status === 'final' ? scoreOf(pick) : null
  if (pick.game === undefined || score === null) return null
  if (score.own === score.other) {
    const { home_team_abbr: home, away_team_abbr: away } = pick.game
    return `${pick.team} and ${pick.team === home ? away : home} tied ${score.own}–${score.other}, and ${aTieIs(pick.game.counts_as)}`
  }
  return `${pick.team} ${score.own > score.other ? 'won' : 'lost'} ${score.own}–${score.other}`
}

/**
 * Says how the member's undecided picks are doing: those that would lose as it stands first, then the others on the field, and those that
 * have yet to kick off. Empty without one.
 */
export function inPlayText(picks: readonly PickInPlay[]): string {
  const open = picks.filter(({ game }) => game !== undefined && isStillOpen(game))
  const playing = open
    .filter(({ game }) => game?.status === 'in_progress')
    .toSorted((a, b) => Number(isLosing(b)) - Number(isLosing(a)))
  const postponed = open.filter(({ game }) => game?.status === 'postponed').map(({ team }) => team)
  const waiting = open.filter(({ game }) => game?.status === 'scheduled')
  const sentences = [
    ...(playing.length > 2 ? [manyPlayingText(playing)] : playing.map(playingText)),
    ...(postponed.length > 0
      ? [
          `The ${pluralize(postponed.length, 'game')} of ${listText(postponed)} ${pluralize(postponed.length, 'is', 'are')} postponed.`,
        ]
      : []),
    ...waitingText(waiting, open.length === 1),
  ]
  return sentences.join(' ')
}

function waitingText(waiting: readonly PickInPlay[], isOnlyOne: boolean): readonly string[] {
  const [first] = waiting
  if (first === undefined) return []
  if (isOnlyOne) return [kickoffSentence(first)]
  const count = sum(waiting)
  return [`${formatCount(count, 'pick')} ${pluralize(count, 'has', 'have')} yet to kick off.`]
}

/** Whether a pick would lose if its game ended like this. */
function isLosing(pick: PickInPlay): boolean {
  const score = scoreOf(pick)
  return score !== null && resultOfLead(score.own - score.other, pick.game?.counts_as) === 'loss'
}

const kickoffSentence = ({ team, game }: PickInPlay): string => `${team} plays ${kickoffText(game, team)?.replace(' · ', ', ')}.`

function playingText(pick: PickInPlay): string {
  const score = scoreOf(pick)
  if (score === null) return `${pick.team} is playing.`
  const points = `${score.own}–${score.other}`
  if (score.own === score.other) return `${pick.team} is level at ${points}, and ${aTieIs(pick.game?.counts_as)}.`
  return `${pick.team} ${score.own > score.other ? 'leads' : 'trails'} ${points}.`
}

const sum = (picks: readonly PickInPlay[]): number => picks.reduce((total, { count }) => total + count, 0)

/** "Of 12 picks on the field, 3 trail, 1 is level and 8 lead." */
function manyPlayingText(playing: readonly PickInPlay[]): string {
  const count = (isInGroup: (lead: number) => boolean): number =>
    sum(
      playing.filter((pick) => {
        const score = scoreOf(pick)
        return isInGroup(score === null ? 0 : score.own - score.other)
      }),
    )
  const [lead, trail, level] = [count((by) => by > 0), count((by) => by < 0), count((by) => by === 0)]
  const parts = [
    ...(trail > 0 ? [`${trail} ${pluralize(trail, 'trails', 'trail')}`] : []),
    ...(level > 0 ? [`${level} ${pluralize(level, 'is', 'are')} level`] : []),
    ...(lead > 0 ? [`${lead} ${pluralize(lead, 'leads', 'lead')}`] : []),
  ]
  return `Of ${formatCount(sum(playing), 'pick')} on the field, ${listText(parts)}.`
}
