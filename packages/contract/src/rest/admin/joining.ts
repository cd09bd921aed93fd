import { type InvitationId, JOINING_MODES } from '@outlast/domain'
import * as z from 'zod'
import { count, id, instant } from '../../fields/responses.ts'
import { idInText, wholeNumber } from '../../fields/numbers.ts'
import { text } from '../../fields/text.ts'
import { timeOrNull } from '../../fields/times.ts'

const MAX_LABEL = 80
const MAX_USES = 100_000

/** Who may register: everyone; with an invitation; everyone, but an admin approves each account; nobody. */
export const joiningMode = z.enum(JOINING_MODES).meta({ id: 'JoiningMode' })

export const joining = z.strictObject({ mode: joiningMode })
export const joiningBody = z.object({
  mode: z.enum(JOINING_MODES, { error: 'Mode must be open, code, approval or closed' }),
})

/** An invitation, for admins: the link with its code, and how many accounts registered with it. */
export const invitation = z
  .strictObject({
    id,
    label: z.string(),
    code: z.string(),
    url: z.string(),
    uses: count,
    max_uses: z.int().nullable(),
    expires_at: instant.nullable(),
    created_at: instant,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.output<typeof invitation>

export const invitationBody = z.object({
  label: text({ label: 'Label', max: MAX_LABEL, required: 'Give the invitation a name, for example Monday league' }),
  expires_at: timeOrNull('Expiry').optional(),
  max_uses: wholeNumber('Uses', 1, MAX_USES).nullable().optional(),
})

export const invitationParams = z.object({ id: idInText<InvitationId>('Invitation ID') })
