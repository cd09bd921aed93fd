import type { Position } from '@outlast/domain'
import { SCOPES } from '@outlast/domain/rules'
import * as z from 'zod'
import { idInText } from '../fields/numbers.ts'
import { id, instant } from '../fields/responses.ts'
import { text } from '../fields/text.ts'
import { timeField } from '../fields/times.ts'

const scope = z.enum(SCOPES, { error: `A scope is one of ${SCOPES.join(', ')}` })

export const createTokenBody = z.object({
  name: text({ label: 'Name', max: 60, required: 'Name required' }),
  scopes: z
    .array(scope, { error: 'Scopes must be a list' })
    .min(1, { error: 'Choose what the token may do' })
    .max(SCOPES.length, { error: 'Name each scope once' })
    .refine((scopes) => new Set(scopes).size === scopes.length, { error: 'Name each scope once' }),
  ends_at: timeField('End'),
})

export const tokenParams = z.object({ id: idInText<Position>('ID') })

/** A token for programs, for its owner. */
export const programToken = z
  .strictObject({
    id,
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)).readonly(),
    created_at: instant,
    ends_at: instant,
    /** The first use on the day of the last one. */
    last_used_at: instant.nullable(),
  })
  .meta({ id: 'ProgramToken' })
export type ProgramToken = z.output<typeof programToken>

/** A new token, with what a program sends. Nothing shows it again. */
export const newProgramToken = z.strictObject({ ...programToken.shape, token: z.string() }).meta({ id: 'NewProgramToken' })
export type NewProgramToken = z.output<typeof newProgramToken>
