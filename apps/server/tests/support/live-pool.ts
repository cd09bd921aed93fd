import type { AccountsTable } from '../../src/database/tables.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { viewReader } from '../../src/live/view-reader.ts'
import { People } from '../../src/pool/people.ts'
import { openLog } from '../../src/app/open-log.ts'
import {
  type Actor,
  type CommandData,
  type CommandOfType,
  type CommandType,
  type UserId,
  userId,
  type ReplyOf,
} from '@outlast/domain'
import { createTestDatabase } from '@outlast/testing/postgres/database'
import { pino } from 'pino'

export const silent = pino({ level: 'silent' })

/** Opens a log with read models, topic versions and accounts on its own database, without HTTP. */
export async function openLivePool() {
  const database = await createTestDatabase()
  const running = await openLog({
    connectionString: database.connectionString,
    clock: systemClock,
    log: silent,
  })
  const { follower, queue, db, versions } = running
  const asUser = (id: number): Actor => {
    const tokenVersion = follower.pool.users.get(userId(id))?.tokenVersion ?? 1
    return { kind: 'user', userId: userId(id), tokenVersion }
  }
  /** Runs a command. Returns undefined if the rules reject it. */
  async function submit<T extends CommandType>(
    actor: Actor,
    type: T,
    data: CommandData[T],
    account?: Partial<AccountsTable>,
  ): Promise<ReplyOf<T> | undefined> {
    const result = await queue.submit<T, ReplyOf<T>>({
      envelope: { command: { type, data } as CommandOfType<T>, actor },
      toResponse: ({ reply }) => reply,
      effects: async (tx, { reply }) => {
        const made = (reply as { readonly userId?: UserId } | null)?.userId
        if (made !== undefined) await tx.insertInto('accounts').values(accountOf(made)).execute()
        else if (account?.user_id !== undefined) {
          await tx.updateTable('accounts').set(account).where('user_id', '=', account.user_id).execute()
        }
        if (type === 'DeleteUser') {
          await tx
            .deleteFrom('accounts')
            .where('user_id', '=', (data as CommandData['DeleteUser']).userId)
            .execute()
        }
      },
    })
    return result.ok ? result.response : undefined
  }
  return {
    ...running,
    versions,
    submit,
    asUser,
    reader: viewReader({ follower, people: new People(db, follower), clubName: 'The Club' }),
    connectionString: database.connectionString,
    async close() {
      await running.stop()
      await database.drop()
    },
  }
}

export type LivePool = Awaited<ReturnType<typeof openLivePool>>

function accountOf(id: number): AccountsTable {
  return {
    user_id: id,
    email: `User${id}@example.org`,
    email_key: `user${id}@example.org`,
    first_name: `First${id}`,
    last_name: `Last${id}`,
    mobile: null,
    password_hash: null,
    name_salt: null,
    created_at: '2025-08-01T00:00:00.000Z' as never,
  }
}
