import { createEvent } from '../events.ts'
import { type UserId, userId } from '../ids.ts'
import type { PoolState } from '../state.ts'
import { RuleViolation } from '../violation.ts'
import { type Decider, accept, requireUser, requireAdmin, requireSignedInUser } from './context.ts'
import { redactionOf } from './redaction.ts'

/** The first account of an empty pool becomes admin, unless ADMIN_EMAIL names another (decisions.md §API shapes). */
export const registerUser: Decider<'RegisterUser'> = (state, { emailTaken, isConfiguredAdmin }) => {
  if (emailTaken) throw new RuleViolation('email_taken')
  const id = userId(state.lastIds.user + 1)
  const isAdmin = isConfiguredAdmin ?? state.users.isEmpty()
  return { events: [createEvent('UserRegistered', { userId: id, isAdmin, origin: 'self' })], reply: { userId: id, isAdmin } }
}

export const createUser: Decider<'CreateUser'> = (state, { emailTaken }, context) => {
  requireAdmin(state, context)
  if (emailTaken) throw new RuleViolation('email_taken')
  const id = userId(state.lastIds.user + 1)
  return { events: [createEvent('UserRegistered', { userId: id, isAdmin: false, origin: 'admin' })], reply: { userId: id } }
}

export const changeProfile: Decider<'ChangeProfile'> = (state, command, context) => {
  const account = command.userId
  if (!(context.actor.kind === 'user' && context.actor.userId === account && command.isAdmin === undefined)) {
    requireAdmin(state, context)
  } else requireSignedInUser(state, context)
  const user = requireUser(state, account)
  if (command.emailTaken) throw new RuleViolation('email_taken')
  const events = []
  if (command.fields.length > 0) events.push(createEvent('UserProfileChanged', { userId: account, fields: command.fields }))
  if (command.isAdmin === true && !user.isAdmin) events.push(createEvent('AdminGranted', { userId: account }))
  if (command.isAdmin === false && user.isAdmin) {
    keepAnAdmin(state, account)
    events.push(createEvent('AdminRevoked', { userId: account }))
  }
  return accept(...events)
}

/** By the member, or by the holder of a reset link (who acts as a visitor: the link itself was the proof). */
export const changePassword: Decider<'ChangePassword'> = (state, command, context) => {
  requireUser(state, command.userId)
  if (command.by === 'self' && requireSignedInUser(state, context).id !== command.userId) throw new RuleViolation('forbidden')
  return accept(createEvent('PasswordChanged', { userId: command.userId, by: command.by }))
}

export const endLogins: Decider<'EndLogins'> = (state, _command, context) =>
  accept(createEvent('LoginsEnded', { userId: requireSignedInUser(state, context).id }))

export const deleteUser: Decider<'DeleteUser'> = (state, command, context) => {
  requireAdmin(state, context)
  const user = requireUser(state, command.userId)
  if (user.isAdmin) keepAnAdmin(state, user.id)
  const entries = (state.entriesOfUser.get(user.id) ?? []).flatMap((id) => state.entries.get(id) ?? [])
  return accept(createEvent('UserDeleted', { userId: user.id }), ...redactionOf([user], entries))
}

/** The last admin can neither be demoted nor deleted (decisions.md §Settled further). */
function keepAnAdmin(state: PoolState, except: UserId): void {
  for (const user of state.users.values()) if (user.isAdmin && user.id !== except) return
  throw new RuleViolation('last_admin')
}
