import { type DeviceUse, deleteSession, deleteSessions, hasSession, listSessions } from '../accounts/devices.ts'
import { issuedToken, type SessionOptions, sessionOf } from '../accounts/sessions.ts'
import { HttpError } from '../lib/http-error.ts'
import { handlers, NO_CONTENT } from '../http/handler.ts'
import { memberId } from './account.ts'

export interface SessionRouteDependencies extends SessionOptions {
  readonly deviceUse: DeviceUse
}

/** The routes of the devices that are signed in to the viewer's account. */
export function sessionRoutes(deps: SessionRouteDependencies) {
  const { db, follower, deviceUse } = deps
  return handlers({
    listSessions: async (_input, { viewer, sessionId }) => {
      await deviceUse.flush()
      const user = follower.pool.users.get(memberId(viewer))
      if (user === undefined) throw new HttpError('token_revoked')
      return { status: 200, body: [...(await listSessions(db, user, sessionId))] }
    },

    endSession: async ({ params }, { viewer, sessionId: own, submit }) => {
      const user = memberId(viewer)
      const sessionId = params.id === 'current' ? (own ?? '') : params.id
      const readCommand = async (tx: typeof db) => ({
        sessionId,
        // The viewer's own session may not be stored yet.
        exists: sessionId === own || (await hasSession(tx, user, sessionId)),
      })
      await submit('EndSession', readCommand, {
        effects: (tx) => deleteSession(tx, user, sessionId),
        toResponse: () => null,
      })
      return NO_CONTENT
    },

    endOtherSessions: async (_input, { viewer, sessionId, userAgent, submit }) => {
      const id = memberId(viewer)
      const issued = await submit(
        'EndLogins',
        {},
        {
          effects: (tx) => deleteSessions(tx, id, sessionId),
          toResponse: (accepted) => issuedToken(accepted, id, sessionId),
        },
      )
      return { status: 200, body: await sessionOf(deps, id, issued, { method: 'unknown', userAgent }) }
    },
  })
}
