import { aTieIs, resultOfLead, weekLabel } from '@outlast/domain/rules'
import { gameStatusText, kickoffTime, type Result, type ScheduledGame, type StandingLike } from './pool-text.ts'

/** How an entry stands in a week. It has a color, and {@link FateOf.words} say the same. */
type Fate = 'through' | 'out' | 'danger' | 'ahead' | 'waiting'

interface FateOf {
  readonly fate: Fate
  /** Two or three words: "Through", "Trails by 4", "Level: a tie is a loss". */
  readonly words: string
}

/** What decides the fate of an entry besides its game. */
interface Decided {
  readonly standing: StandingLike | null
  /** The result of its pick, once the week has locked. */
  readonly result: Result
  /** Whether a pick of the week cost a life, and others are left. */
  readonly lostLife: boolean
}

/** Returns how an entry stands in a week whose picks are closed. An entry that is out stays so while its game goes on. */
export function fateOf(game: ScheduledGame | undefined, team: string, { standing, result, lostLife }: Decided): FateOf {
  if (standing?.status === 'out') return { fate: 'out', words: `Out in week ${weekLabel(standing.eliminatedWeek)}` }
  if (result === 'loss') return { fate: 'danger', words: lostLife ? 'Lost a life' : 'Lost' }
  if (result === 'win' || result === 'tie') return { fate: 'through', words: 'Through' }
  return game === undefined ? { fate: 'waiting', words: 'Saved' } : gameFate(game, team)
}

/** Returns how a team stands in a game that is not decided: "Leads by 3". What a lead means is the pool’s rule. */
function gameFate(game: ScheduledGame, team: string): FateOf {
  const { status, home_team_abbr: home, home_score: homeScore, away_score: awayScore } = game
  if (status === 'scheduled') return { fate: 'waiting', words: kickoffTime(game) }
  if (status !== 'in_progress' || game.phase || homeScore === null || awayScore === null) {
    return { fate: 'waiting', words: gameStatusText(game) }
  }
  const lead = team === home ? homeScore - awayScore : awayScore - homeScore
  const fate = resultOfLead(lead, game.counts_as) === 'loss' ? 'danger' : 'ahead'
  if (lead === 0) return { fate, words: `Level: ${aTieIs(game.counts_as)}` }
  return { fate, words: `${lead > 0 ? 'Leads' : 'Trails'} by ${Math.abs(lead)}` }
}
