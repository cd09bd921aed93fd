import { createEvent } from '../events/events.ts'
import { accept, type Decider, requireSignedInUser } from './context.ts'
import { RuleViolation } from '../events/violation.ts'

/** More than anyone has devices. */
const MAX_PASSKEYS = 20

export const endSession: Decider<'EndSession'> = (state, { sessionId, exists }, context) => {
  const user = requireSignedInUser(state, context)
  if (!exists) throw new RuleViolation('session_not_found')
  return accept(createEvent('SessionEnded', { userId: user.id, sessionId }))
}

/**
 * Rejected while somebody else may hold the login: an admin who changed the e-mail address, or who chose the password. A passkey
 * would let them sign in after the owner has taken the account back (docs/rules.md §11.8).
 */
export const addPasskey: Decider<'AddPasskey'> = (state, { passkeys }, context) => {
  const user = requireSignedInUser(state, context)
  if (user.passwordChosenByAdmin || state.seals.has(user.id)) throw new RuleViolation('passkeys_paused')
  if (passkeys >= MAX_PASSKEYS) throw new RuleViolation('too_many_passkeys', { max: MAX_PASSKEYS })
  return accept(createEvent('PasskeyAdded', { userId: user.id }))
}

export const removePasskey: Decider<'RemovePasskey'> = (state, { exists }, context) => {
  const user = requireSignedInUser(state, context)
  if (!exists) throw new RuleViolation('passkey_not_found')
  return accept(createEvent('PasskeyRemoved', { userId: user.id }))
}
