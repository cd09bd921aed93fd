import { createEvent } from '../events/events.ts'
import { RuleViolation } from '../events/violation.ts'
import { isUseRecorded, validToken } from '../state/state.ts'
import { position } from '../values/ids.ts'
import { addMs } from '../values/instant.ts'
import { accept, type Decider, reject, requireApproved, requireSignedInUser } from './context.ts'

const MAX_TOKENS = 20
const MAX_DAYS = 366
const DAY_MS = 86_400_000

/** A token may have any scope. What its owner may not do, it may not do either (docs/rules.md §11.11). */
export const createProgramToken: Decider<'CreateProgramToken'> = (state, { scopes, endsAt, hash }, context) => {
  const user = requireSignedInUser(state, context)
  requireApproved(user)
  const { now } = context
  if (endsAt <= now || endsAt > addMs(now, MAX_DAYS * DAY_MS))
    throw new RuleViolation('token_end_out_of_range', { days: MAX_DAYS })
  const valid = user.programTokens?.filter((token) => now < token.endsAt) ?? []
  if (valid.length >= MAX_TOKENS) throw new RuleViolation('too_many_tokens', { max: MAX_TOKENS })
  return {
    events: [createEvent('ProgramTokenCreated', { userId: user.id, scopes, endsAt, hash })],
    reply: { tokenId: position(state.position + 1) },
  }
}

export const revokeProgramToken: Decider<'RevokeProgramToken'> = (state, { tokenId }, context) => {
  const user = requireSignedInUser(state, context)
  if (user.programTokens?.some(({ id }) => id === tokenId) !== true) throw new RuleViolation('token_not_found')
  return accept(createEvent('ProgramTokenRevoked', { userId: user.id, tokenId }))
}

/** Two processes may note the same use. The log has it once. */
export const noteProgramTokenUse: Decider<'NoteProgramTokenUse'> = (state, { userId, tokenId, scope }, { actor, now }) => {
  if (actor.kind !== 'system') throw new RuleViolation('forbidden')
  const token = validToken(state.users.get(userId), tokenId, now) ?? reject('token_ended')
  if (isUseRecorded(token, scope, now)) return accept()
  return accept(createEvent('ProgramTokenUsed', { userId, tokenId, scope }))
}
