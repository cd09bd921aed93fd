import { happened } from '../events.ts'
import { type UserId, userId } from '../ids.ts'
import type { PoolState } from '../state.ts'
import { RuleViolation } from '../violation.ts'
import { type Decider, done, requireAccount, requireAdmin, requireUser } from './context.ts'
import { redactionOf } from './redaction.ts'

/** The first account of an empty pool becomes admin, unless ADMIN_EMAIL names another (decisions.md §API shapes). */
export const registerUser: Decider<'RegisterUser'> = (state, { emailTaken, isNamedAdmin }) => {
  if (emailTaken) throw new RuleViolation('email_taken')
  const id = userId(state.lastId.user + 1)
  const isAdmin = isNamedAdmin ?? state.users.isEmpty()
  return { events: [happened('UserRegistered', { userId: id, isAdmin, origin: 'self' })], answer: { userId: id, isAdmin } }
}

export const createUser: Decider<'CreateUser'> = (state, { emailTaken }, context) => {
  requireAdmin(state, context)
  if (emailTaken) throw new RuleViolation('email_taken')
  const id = userId(state.lastId.user + 1)
  return { events: [happened('UserRegistered', { userId: id, isAdmin: false, origin: 'admin' })], answer: { userId: id } }
}

export const changeProfile: Decider<'ChangeProfile'> = (state, command, context) => {
  const account = command.userId
  if (!(context.actor.kind === 'user' && context.actor.userId === account && command.isAdmin === undefined)) {
    requireAdmin(state, context)
  } else requireUser(state, context)
  const user = requireAccount(state, account)
  if (command.emailTaken) throw new RuleViolation('email_taken')
  const events = []
  if (command.fields.length > 0) events.push(happened('UserProfileChanged', { userId: account, fields: command.fields }))
  if (command.isAdmin === true && !user.isAdmin) events.push(happened('AdminGranted', { userId: account }))
  if (command.isAdmin === false && user.isAdmin) {
    keepAnAdmin(state, account)
    events.push(happened('AdminRevoked', { userId: account }))
  }
  return done(...events)
}

/** By the member, or by the holder of a reset link (who acts as a visitor: the link itself was the proof). */
export const changePassword: Decider<'ChangePassword'> = (state, command, context) => {
  requireAccount(state, command.userId)
  if (command.by === 'self' && requireUser(state, context).id !== command.userId) throw new RuleViolation('forbidden')
  return done(happened('PasswordChanged', { userId: command.userId, by: command.by }))
}

export const endLogins: Decider<'EndLogins'> = (state, _command, context) =>
  done(happened('LoginsEnded', { userId: requireUser(state, context).id }))

export const deleteUser: Decider<'DeleteUser'> = (state, command, context) => {
  requireAdmin(state, context)
  const user = requireAccount(state, command.userId)
  if (user.isAdmin) keepAnAdmin(state, user.id)
  const entries = (state.entriesOfUser.get(user.id) ?? []).flatMap((id) => state.entries.get(id) ?? [])
  return done(happened('UserDeleted', { userId: user.id }), ...redactionOf([user], entries))
}

/** The last admin can neither be demoted nor deleted (decisions.md §Settled further). */
function keepAnAdmin(state: PoolState, except: UserId): void {
  for (const user of state.users.values()) if (user.isAdmin && user.id !== except) return
  throw new RuleViolation('last_admin')
}
