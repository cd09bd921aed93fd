import { aTieIs, resultOfLead, weekLabel } from '@outlast/domain/rules'
import { gameStatusText, type Result, type ScheduledGame, type StandingLike } from './pool-text.ts'

/** What a week has in store for an entry, which gives it a color. */
type Fate = 'through' | 'out' | 'danger' | 'ahead' | 'waiting'

interface FateInWords {
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

/** Returns the fate of an entry in a week whose picks are closed. An entry that is out stays out while its game goes on. */
export function fateOf(game: ScheduledGame, team: string, { standing, result, lostLife }: Decided): FateInWords {
  if (standing?.status === 'out') return { fate: 'out', words: `Out in week ${weekLabel(standing.eliminatedWeek)}` }
  if (result === 'loss') return { fate: 'danger', words: lostLife ? 'Lost a life' : 'Lost' }
  if (result === 'win' || result === 'tie') return { fate: 'through', words: 'Through' }
  return gameFate(game, team)
}

/** Returns the fate of a pick whose game is not decided: "Leads by 3". The pool's rules say what a lead means. */
function gameFate(game: ScheduledGame, team: string): FateInWords {
  const { status, home_team_abbr: home, home_score: homeScore, away_score: awayScore } = game
  if (status === 'scheduled') return { fate: 'waiting', words: 'To come' }
  if (status !== 'in_progress' || game.phase || homeScore === null || awayScore === null) {
    return { fate: 'waiting', words: gameStatusText(game) }
  }
  const lead = team === home ? homeScore - awayScore : awayScore - homeScore
  const fate = resultOfLead(lead, game.counts_as) === 'loss' ? 'danger' : 'ahead'
  if (lead === 0) return { fate, words: `Level: ${aTieIs(game.counts_as)}` }
  return { fate, words: `${lead > 0 ? 'Leads' : 'Trails'} by ${Math.abs(lead)}` }
}
