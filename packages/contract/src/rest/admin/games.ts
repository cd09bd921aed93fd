import { GAME_STATUSES, type GameId } from '@outlast/domain'
import * as z from 'zod'
import { idInText, wholeNumber } from '../../fields/numbers.ts'
import { text } from '../../fields/text.ts'

const SET_STATUSES = [...GAME_STATUSES, 'moved'] as const

/** No game of the league has ever had more than 113 points. */
const MAX_SCORE = 999

export const gameParams = z.object({ id: idInText<GameId>('Game ID') })

const publicReason = text({ label: 'Reason', max: 200, required: 'Give a reason: every member will see it' })

const setGameBody = z
  .object({
    source: z.literal('hand').optional(),
    /** `moved`: to a week that the pool does not have. */
    status: z.enum(SET_STATUSES).optional(),
    home_score: wholeNumber('Home score', 0, MAX_SCORE).optional(),
    away_score: wholeNumber('Away score', 0, MAX_SCORE).optional(),
    reason: publicReason,
  })
  .refine((body) => body.status !== undefined || body.home_score !== undefined || body.away_score !== undefined, {
    error: 'Nothing to change: give a status, or scores',
  })
  .refine(({ status, home_score, away_score }) => isScored(status) || (home_score === undefined && away_score === undefined), {
    error: 'A game that is not played has no score',
  })

function isScored(status: (typeof SET_STATUSES)[number] | undefined): boolean {
  return status === undefined || status === 'in_progress' || status === 'final'
}

/** Sets what a game has come to, or lets the scoreboard decide again. */
export const patchGameBody = z.union([z.object({ source: z.literal('feed') }), setGameBody])

export const closeWeekBody = z.object({ reason: publicReason })
