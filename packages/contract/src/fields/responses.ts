import { type ScoreMeaning, USUAL_MEANING } from '@outlast/domain/rules'
import * as z from 'zod'

/** Fields of responses. Responses are strict objects: an undeclared field fails the tests, so that no data leaks by accident. */

/** A moment, ISO 8601 in UTC with milliseconds. */
export const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ format: 'date-time', example: '2025-09-07T16:00:00.000Z' })
/** A calendar day. */
export const day = z.iso.date()
/** A positive id. */
export const id = z.int().min(1)
/** A position in the event log; 0 before the first event. */
export const logPosition = z.int().min(0)
/** A count. */
export const count = z.int().min(0)
/** A season, identified by the year in which it begins. */
export const season = z.int().min(2000).max(2100)
/** The number of a week in its season: a whole number, or 13.1 for the slate 13a (docs/rules.md §20). */
export const weekNo = z.number().min(1).max(23)
/** A team's abbreviation in capitals. */
export const teamAbbr = z
  .string()
  .regex(/^[A-Z]{2,3}$/)
  .meta({ example: 'KC' })
/** 32 bytes in hex. */
export const hex32 = z.string().regex(/^[0-9a-f]{64}$/)
/** Bytes in base64url without padding. */
export const base64url = (bytes: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`))
/** What a game that counts means for a pick. `tie`: a tie that costs nothing by the rules of the season. Otherwise a tie is a `loss`. */
export const settledResult = z.enum(['win', 'loss', 'tie'])
/** The result of a pick; `tbd` until its game counts. */
/** What a final score counts as for the pick of a team that is ahead, behind or level, where the rules differ from win, loss and loss. */
export const countsAs = z.strictObject({ ahead: settledResult, behind: settledResult, level: settledResult })

/** The field of a game, or of rules, that says what scores count as. Left out at the usual meaning. */
export function countsAsField({ ahead, behind, level }: ScoreMeaning): { counts_as?: z.output<typeof countsAs> } {
  const isUsual = ahead === USUAL_MEANING.ahead && behind === USUAL_MEANING.behind && level === USUAL_MEANING.level
  return isUsual ? {} : { counts_as: { ahead, behind, level } }
}
export const pickResult = z.enum([...settledResult.options, 'tbd'])

/** The response of calls that only confirm. */
export const messageResponse = z.strictObject({ message: z.string() })

/** An amount in the smallest unit of a currency. */
export const money = z.strictObject({ cents: count, currency: z.string().nullable() }).meta({ id: 'Money' })

/** The three amounts of a season's books. The first two add up to the third. */
export const receivedAndOwed = {
  /** What entries paid of what they owe. */
  received_cents: count,
  /** What they still owe. */
  owed_cents: count,
  if_everybody_pays_cents: count,
}
