import * as z from 'zod'

/** The letters and digits of invitation codes: without those that look alike on paper (0 and O, 1, I and L). */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** About 49 bits: too many to guess within the limits of registrations. */
export const CODE_LENGTH = 10

/** An invitation code as somebody typed it: any case, with spaces or hyphens. Blank: no code. */
export const invitationCode = z
  .string({ error: 'Invitation code must be text' })
  .max(100, 'Invitation code is too long')
  .transform((typed) => typed.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase())
  .meta({ description: 'The code of an invitation; spaces, hyphens and case do not matter' })
