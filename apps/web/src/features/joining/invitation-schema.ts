import { invitationBody } from '@outlast/contract/rest/admin/joining'
import * as z from 'zod'
import { formatNumber } from '../../lib/numbers.ts'

const MAX_USES = 100_000

/** The form of a new invitation: the server's label, and texts that the form converts. */
export const invitationForm = z.object({
  label: invitationBody.shape.label,
  max_uses: z.string().refine((text) => /^\d*$/u.test(text.trim()) && (text.trim() === '' || isUseCount(Number(text))), {
    error: `Enter a whole number from 1 to ${formatNumber(MAX_USES)}, or leave it empty`,
  }),
  expires_on: z.string(),
})

function isUseCount(count: number): boolean {
  return count >= 1 && count <= MAX_USES
}
