import { listTokens, newProgramToken, requireToken, tokenRow } from '../accounts/program-tokens.ts'
import type { SessionOptions } from '../accounts/sessions.ts'
import { handlers, NO_CONTENT } from '../http/handler.ts'
import { memberId } from './account.ts'

/** The routes of the viewer's tokens for programs (docs/rules.md §11.11). */
export function programTokenRoutes({ db, follower }: Pick<SessionOptions, 'db' | 'follower'>) {
  const tokensOf = (id: ReturnType<typeof memberId>) => follower.pool.users.get(id)?.programTokens ?? []
  return handlers({
    listTokens: async (_input, { viewer, now }) => ({
      status: 200,
      body: [...(await listTokens(db, tokensOf(memberId(viewer)), now))],
    }),

    createToken: async ({ body }, { viewer, submit }) => {
      const owner = memberId(viewer)
      const { name, scopes, ends_at: endsAt } = body
      const { token, hash } = newProgramToken(owner)
      const row = await submit(
        'CreateProgramToken',
        { scopes, endsAt, hash },
        {
          effects: async (tx, { reply }) => {
            await tx.insertInto('token_names').values({ token_id: reply.tokenId, user_id: owner, name }).execute()
          },
          toResponse: ({ reply, pool }) => tokenRow(requireToken(pool, owner, reply.tokenId), name),
        },
      )
      return { status: 201, body: { ...row, token } }
    },

    revokeToken: async ({ params }, { submit }) => {
      await submit('RevokeProgramToken', { tokenId: params.id }, { toResponse: () => null })
      return NO_CONTENT
    },
  })
}
