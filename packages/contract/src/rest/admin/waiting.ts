import { type Position, SECONDED_COMMANDS } from '@outlast/domain'
import * as z from 'zod'
import { idInText } from '../../fields/numbers.ts'
import { id, instant, logPosition, teamAbbr } from '../../fields/responses.ts'
import { text } from '../../fields/text.ts'

export const waitingParams = z.object({ id: idInText<Position>('ID') })
export const aloneBody = z.object({ reason: text({ label: 'Reason', max: 200 }) })
export const fourEyesBody = z.object({ on: z.boolean({ error: 'It must be true or false' }) })
export const fourEyes = z.strictObject({ on: z.boolean() })

/** What an admin asked for, and another one must answer. */
const waitingAction = z.strictObject({
  /** The position of the request in the log. */
  id: logPosition,
  asked_by: z.strictObject({ id, name: z.string() }),
  asked_at: instant,
  /** 30 minutes after it was asked for. */
  lapses_at: instant,
  why: z.enum(['own_entry', 'four_eyes']),
  command: z.enum(SECONDED_COMMANDS),
  /** What is asked for, to follow “asks to”. */
  what: z.string(),
  /** The new team of an override of a pick. */
  team_abbr: teamAbbr.nullable(),
  reason: z.string().nullable(),
})

export const waiting = z.strictObject({ four_eyes: z.boolean(), actions: z.array(waitingAction) }).meta({ id: 'Waiting' })
export type Waiting = z.output<typeof waiting>
