import type { User } from '@outlast/domain'
import { type Account, findById } from '../accounts/accounts.ts'
import { markChallengeUsed } from '../accounts/challenges.ts'
import { isFreshSession } from '../accounts/devices.ts'
import {
  credentialIdsOf,
  deletePasskey,
  findByCredentialId,
  insertPasskey,
  listPasskeys,
  readPasskey,
  recordUse,
} from '../accounts/passkeys.ts'
import type { LinkSettings } from '../accounts/password-links.ts'
import type { Passwords } from '../accounts/passwords.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import { type SessionOptions, sessionOf } from '../accounts/sessions.ts'
import type { WebAuthn } from '../accounts/web-authn.ts'
import { isRepeated } from '../commands/receipts.ts'
import { HttpError } from '../lib/http-error.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import { passkeyMail } from '../channels/mail/templates.ts'
import { handlers, NO_CONTENT } from '../http/handler.ts'
import { checkCurrentPassword, memberId } from './account.ts'

export interface PasskeyRouteDependencies extends SessionOptions {
  readonly passwords: Passwords
  readonly limits: RateLimits
  readonly links: LinkSettings
  readonly webAuthn: WebAuthn
  /** Called when mails are queued. */
  readonly onMail: () => void
}

/** The routes for signing in with a passkey, and for the viewer's own passkeys (docs/rules.md §11.8). */
export function passkeyRoutes(deps: PasskeyRouteDependencies) {
  const { db, follower, limits, webAuthn, links } = deps
  return handlers({
    passkeySignInOptions: () => ({ status: 200, body: webAuthn.signInOptions() }),

    submitPasskey: async ({ body }, { ip, userAgent }) => {
      const session = await limits.signInWithoutPassword(ip, async () => {
        // The token version is read before the passkey: a change of the address or a reset in between revokes the session.
        await deps.catchUp()
        const stored = await findByCredentialId(db, body.response.id)
        const user = stored && follower.pool.users.get(stored.userId)
        const verified = stored && (await webAuthn.verifySignIn(body, stored))
        if (user === undefined || stored === undefined || verified === undefined) throw new HttpError('passkey_rejected')
        const isFirst = await db
          .transaction()
          .execute(async (tx) => (await markChallengeUsed(tx, verified.challenge)) && recordUse(tx, stored.id, verified.counter))
        if (!isFirst) throw new HttpError('passkey_rejected')
        return sessionOf(deps, user.id, user.tokenVersion, { method: 'passkey', userAgent })
      })
      return { status: 200, body: session }
    },

    listPasskeys: async (_input, { viewer }) => ({ status: 200, body: [...(await listPasskeys(db, memberId(viewer)))] }),

    passkeyOptions: async ({ body }, { viewer, sessionId = '', ip }) => {
      const { id, passwordChosenByAdmin } = requireUser(memberId(viewer))
      if (passwordChosenByAdmin || follower.pool.seals.has(id)) throw new HttpError('passkeys_paused')
      if (body.current_password !== undefined) await checkCurrentPassword(deps, id, body.current_password, ip)
      else if (!(await isFreshSession(db, id, sessionId))) throw new HttpError('sign_in_again')
      const account = await requireAccount(id)
      return { status: 200, body: webAuthn.creationOptions(account, sessionId, await credentialIdsOf(db, id)) }
    },

    addPasskey: async ({ body }, { viewer, sessionId = '', submit, idempotency }) => {
      const id = memberId(viewer)
      // The challenge of a repeat is used already. Its receipt decides.
      const verified = (await isRepeated(db, idempotency)) ? undefined : await webAuthn.verifyNew(body, id, sessionId)
      let added: number | undefined
      const readCommand = async (tx: typeof db) => ({ passkeys: (await credentialIdsOf(tx, id)).length })
      const passkeyId = await submit('AddPasskey', readCommand, {
        effects: async (tx) => {
          const isNew = verified !== undefined && (await markChallengeUsed(tx, verified.challenge))
          added = isNew ? await insertPasskey(tx, id, verified.passkey) : undefined
          if (added === undefined) throw new HttpError('passkey_invalid')
          await mailChange(tx, id, body.name, 'added')
        },
        toResponse: () => added ?? 0,
      })
      deps.onMail()
      const passkey = await readPasskey(db, id, passkeyId)
      if (passkey === undefined) throw new HttpError('passkey_not_found')
      return { status: 201, body: passkey }
    },

    removePasskey: async ({ params }, { viewer, submit }) => {
      const id = memberId(viewer)
      const readCommand = async (tx: typeof db) => ({ exists: (await readPasskey(tx, id, params.id)) !== undefined })
      await submit('RemovePasskey', readCommand, {
        effects: async (tx) => {
          const passkey = await readPasskey(tx, id, params.id)
          if (passkey === undefined) return
          await deletePasskey(tx, id, params.id)
          await mailChange(tx, id, passkey.name, 'removed')
        },
        toResponse: () => null,
      })
      deps.onMail()
      return NO_CONTENT
    },
  })

  function requireUser(id: ReturnType<typeof memberId>): User {
    const user = follower.pool.users.get(id)
    if (user === undefined) throw new HttpError('token_revoked')
    return user
  }

  async function requireAccount(id: ReturnType<typeof memberId>): Promise<Account> {
    const account = await findById(db, id)
    if (account === undefined) throw new HttpError('token_revoked')
    return account
  }

  async function mailChange(tx: typeof db, id: ReturnType<typeof memberId>, name: string, change: 'added' | 'removed') {
    const account = await findById(tx, id)
    if (account === undefined) return
    const to = { clubName: links.clubName(), email: account.email, firstName: account.first_name }
    await enqueueMail(tx, [passkeyMail(to, name, change, links.publicUrl)])
  }
}
