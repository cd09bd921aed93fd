import { describe, expect, it } from 'vitest'
import { admin, at, by, event, given, member, MEMBER, OTHER, type CommandStep, user, visitor } from '../../tests/specification.ts'
import { accounts, pick, pool } from '../../tests/pool.ts'
import { userId } from '../values/ids.ts'

const [PHONE, LAPTOP] = ['0b3c1f6e-8d55-4c55-9a46-3c6f2c1f7a10', '7c1de9a2-0f5c-4a0c-8d6f-2f4cf3a54b11']
const session = (sessionId: string, id = MEMBER) => ({ kind: 'user', userId: userId(id), tokenVersion: 1, sessionId }) as const
const end = (sessionId: string): CommandStep => member('EndSession', { sessionId, exists: true })
const changeEmail = admin('ChangeProfile', { userId: MEMBER, fields: ['email'], emailTaken: false })

describe('EndSession', () => {
  it('ends one login and leaves the others', () => {
    given(...pool)
      .when(by(session(LAPTOP), end(PHONE)))
      .thenEvents(['SessionEnded', { userId: MEMBER, sessionId: PHONE }])
    given(...pool, end(PHONE))
      .when(by(session(PHONE), pick(1, 'BUF')))
      .thenRejected('unauthenticated')
    given(...pool, end(PHONE))
      .when(by(session(LAPTOP), pick(1, 'BUF')))
      .thenAccepted()
  })
  it('accepts commands of logins without a session', () => {
    given(...pool, end(PHONE))
      .when(pick(1, 'BUF'))
      .thenAccepted()
  })
  it('rejects sessions that do not exist, and visitors', () => {
    given(...accounts)
      .when(member('EndSession', { sessionId: PHONE, exists: false }))
      .thenRejected('session_not_found')
    given(...accounts)
      .when(by(visitor, end(PHONE)))
      .thenRejected('unauthenticated')
  })
  it('ends nothing of another account', () => {
    given(...accounts, end(PHONE))
      .when(by(session(PHONE, OTHER), member('EndLogins', {})))
      .thenAccepted()
  })
  it('is forgotten when all logins end, or when the token has expired', () => {
    const ended = (state: ReturnType<ReturnType<typeof given>['state']>) =>
      state.users.get(userId(MEMBER))?.endedSessions?.map(({ id }) => id)
    expect(ended(given(...accounts, end(PHONE), end(LAPTOP)).state())).toEqual([PHONE, LAPTOP])
    expect(ended(given(...accounts, end(PHONE), member('EndLogins', {})).state())).toBeUndefined()
    expect(ended(given(...accounts, end(PHONE), at('2025-10-15T12:00:00Z', end(LAPTOP))).state())).toEqual([LAPTOP])
  })
})

describe('AddPasskey', () => {
  const add = (passkeys = 0): CommandStep => member('AddPasskey', { passkeys })
  it('records that the member added a passkey', () => {
    given(...accounts)
      .when(add())
      .thenEvents(['PasskeyAdded', { userId: MEMBER }])
    given(...accounts)
      .when(add(20))
      .thenRejected('too_many_passkeys')
    given(...accounts)
      .when(by(visitor, add()))
      .thenRejected('unauthenticated')
  })
  it('is rejected while an admin knows the password', () => {
    given(...accounts, event('PasswordChosenByAdmin', { userId: MEMBER }))
      .when(add())
      .thenRejected('passkeys_paused')
  })
  it('is rejected while the picks are sealed because an admin changed the address', () => {
    given(...accounts, changeEmail)
      .when(by(user(MEMBER, 2), add()))
      .thenRejected('passkeys_paused')
    given(...accounts, changeEmail, by(visitor, admin('ConfirmEmailChange', { userId: MEMBER })))
      .when(by(user(MEMBER, 2), add()))
      .thenAccepted()
  })
})

describe('RemovePasskey', () => {
  it('records that the member removed a passkey, also under the seal', () => {
    given(...accounts, changeEmail)
      .when(by(user(MEMBER, 2), member('RemovePasskey', { exists: true })))
      .thenEvents(['PasskeyRemoved', { userId: MEMBER }])
    given(...accounts)
      .when(member('RemovePasskey', { exists: false }))
      .thenRejected('passkey_not_found')
  })
})
