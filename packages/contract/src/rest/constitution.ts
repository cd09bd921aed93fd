import * as z from 'zod'
import { hex32, instant, logPosition, season } from '../fields/responses.ts'
import { auditLine } from './audit.ts'

const ruleName = z.string().meta({ example: 'missed_pick' })

/** A change of the rules, as the audit trail shows it. */
const ruleChange = z.strictObject({
  position: logPosition,
  recorded_at: instant,
  site_time: instant,
  actor: auditLine.shape.actor,
  /** Who made it, in words. */
  by: z.string(),
  rules: z.array(z.strictObject({ rule: ruleName, label: z.string(), was: z.string(), is: z.string() })),
  /** The hash of the rules after it. */
  sha256: hex32,
})

/** The rule book of the current season as a document. */
export const constitution = z
  .strictObject({
    season_year: season.nullable(),
    /** Site time of the answer. */
    as_of: instant,
    /** Whether the season's first lock has fixed the rules. */
    is_fixed: z.boolean(),
    /** The SHA-256 of `canonical` as UTF-8. */
    sha256: hex32,
    /** The canonical JSON (RFC 8785) of the rules that differ from their defaults. */
    canonical: z.string(),
    in_words: z.array(z.string()),
    articles: z.array(z.strictObject({ rule: ruleName, label: z.string(), text: z.string() })),
    /** What changed since the season's start, or since the pool began if nobody started the season; oldest first. */
    changes: z.array(ruleChange),
    /** The rules at the season's start, or when the pool began: the hash before the first change. */
    first_sha256: hex32,
    /** What the rules leave open at this moment. */
    loopholes: z.array(z.string()),
  })
  .meta({ id: 'Constitution' })
export type Constitution = z.output<typeof constitution>
