import { weekLabel } from '@outlast/domain'
import type { GameOrigin } from '@outlast/domain'
import type { AuditLine } from '../rest/audit.ts'
import { type AuditGame, type AuditLines, line, type Names } from './audit-line.ts'
import { nameActor } from './audit-words.ts'
import { count } from '../words.ts'

/** How the audit trail shows events of games. */
export const GAME_LINES = {
  GamesSynced: line(
    ({ games }) => ({
      games: games.length,
      relisted: games.filter((game) => game.earlierEspnId !== undefined).length,
    }),
    ({ games, relisted }, { actor, week }) =>
      `${actor} updated the schedule of ${count(games, 'game')} in ${week}${relisted === 0 ? '' : `, ${relisted} of them listed under another id`}`,
  ),
  GameScored: line(
    (data, { game }) => ({
      game,
      ...scoreOf(data),
      detail: data.detail,
      source: data.source,
      ...(data.phase === undefined ? {} : { phase: data.phase }),
      ...originOf(data),
    }),
    ({ source, detail, phase, origin, ...score }, { week, from }) =>
      `${describeScore(score)} in ${week}${detail === null ? '' : ` (${detail})`}${phase === 'undecided' ? ', without a result that counts' : ''}${source === 'randomized' ? ', a random score for a rehearsal' : from[origin ?? 'feed']}`,
  ),
  GameStatusChanged: line(
    ({ status, phase, ...data }, { game }) => ({ game, status, ...(phase && { phase }), ...originOf(data) }),
    ({ status, game, phase, origin }, { week, from }) =>
      phase === 'moved'
        ? `${nameGame(game)} moved out of ${week} to a week that the pool does not have${from[origin ?? 'feed']}`
        : `${nameGame(game)} in ${week} is ${phase ?? status}${from[origin ?? 'feed']}`,
  ),
  GameReturnedToFeed: line(
    (_, { game }) => ({ game }),
    ({ game }, { actor, week }) => `${actor} returned ${nameGame(game)} in ${week} to the scoreboard`,
  ),
  WeekClosed: line(
    ({ gameIds, picks }) => ({ games: gameIds.length, picks }),
    ({ games, picks }, { actor, week }) =>
      `${actor} closed ${week} without ${count(games, 'game')} that ${games === 1 ? 'is' : 'are'} called off: their picks ${picks}`,
  ),
  GameMoved: line(
    ({ weekId, toWeekId }, { game, weekNumber }) => ({
      game,
      to_week_number: toWeekId === weekId ? null : weekNumber(toWeekId),
    }),
    ({ game, to_week_number }, { week }) =>
      `${nameGame(game)} moved out of ${week}: the scoreboard lists it ${to_week_number === null ? 'as another game' : `in week ${weekLabel(to_week_number)}`}`,
  ),
  UnreadGamesChanged: line(
    ({ games }): { readonly unread: number; readonly games: number; readonly held_back?: number } => {
      const heldBack = games.filter(({ unread }) => unread.length > 0 && unread.every(({ what }) => what === 'held_back')).length
      const unread = games.filter((game) => game.unread.length > 0).length
      return { unread, games: games.length, ...(heldBack > 0 && { held_back: heldBack }) }
    },
    ({ unread, games, held_back: heldBack = 0 }, { week }) => {
      if (unread === 0) return `The scoreboard’s answer for ${count(games, 'game')} in ${week} can be read again`
      const held = `The scoreboard’s answer for ${count(heldBack, 'game')} in ${week} cannot be right and was held back`
      const unreadable = `The scoreboard’s answer for ${count(unread - heldBack, 'game')} in ${week} could not be read`
      return heldBack === 0
        ? unreadable
        : heldBack === unread
          ? held
          : `${unreadable}, and that for ${count(heldBack, 'game')} was held back`
    },
  ),
  GameFinalized: line(
    (data, { game }) => ({ game, ...scoreOf(data), ...originOf(data) }),
    ({ origin, ...score }, { week, from }) => `${describeScore(score)} is final in ${week}${from[origin ?? 'feed']}`,
  ),
  ScoreCorrected: line(
    (data, { game }) => ({ game, ...scoreOf(data), ...originOf(data) }),
    ({ origin, ...score }, { week, from }) =>
      `The final score in ${week} was corrected to ${describeScore(score)}${from[origin ?? 'feed']}`,
  ),
  GamesFinalizedByAdmin: line(
    ({ gameIds }) => ({ games: gameIds.length }),
    ({ games }, { actor, week }) => `${actor} set ${count(games, 'game')} of ${week} to final`,
  ),
} satisfies Partial<AuditLines>

interface Score {
  readonly game: AuditGame | null
  readonly away_score: number | null
  readonly home_score: number | null
}

function nameGame(game: AuditGame | null): string {
  return game === null ? 'A game that is gone' : `${game.away_team_abbr} at ${game.home_team_abbr}`
}

function describeScore({ game, away_score, home_score }: Score): string {
  if (away_score === null || home_score === null) return nameGame(game)
  if (game === null) return `A game that is gone, ${away_score}–${home_score},`
  return `${game.away_team_abbr} ${away_score}–${home_score} ${game.home_team_abbr}`
}

/** The feed is not named, so that events from before have the same data. */
function originOf({ origin }: { readonly origin?: GameOrigin }): { readonly origin?: GameOrigin } {
  return origin === undefined ? {} : { origin }
}

function scoreOf(data: { readonly awayScore: number | null; readonly homeScore: number | null }) {
  return { away_score: data.awayScore, home_score: data.homeScore }
}

/** Says where a game's progress came from. */
export function originsOf(actor: AuditLine['actor']): Names['from'] {
  const name = nameActor({ ...actor, role: 'member' })
  return {
    feed: `, from the scoreboard${actor.role === 'system' ? '' : `, asked by ${name}`}`,
    hand: `, by hand: ${name}`,
    undo: ', as it was before',
  }
}
