import type { Session } from '@outlast/contract'
import { write } from '../api/client.ts'
import { saveToken } from '../api/token.ts'
import { awaitFirstPick } from './first-pick.ts'

/** As long as an entry's name may be. The member can change it. */
export const firstEntryName = (firstName: string): string => `${firstName.slice(0, 72)}’s entry`

/**
 * Creates the first entry of a member who has just joined, and lets its picker open. Where the rules or an approval stand against it,
 * the dashboard says so.
 */
export async function createFirstEntry({ token, user }: Session): Promise<void> {
  saveToken(token)
  try {
    const { id } = await write('createEntry', { body: { user_id: user.id, name: firstEntryName(user.first_name) } })
    awaitFirstPick(id)
  } catch {
    // The account exists: the member continues on the dashboard.
  }
}
