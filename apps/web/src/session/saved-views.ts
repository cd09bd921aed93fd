import type { User } from '@outlast/contract'
import type { LiveState, Topic } from '@outlast/contract/live'
import { getToken, userIdIn } from '../api/token.ts'
import { getStored, setStored } from '../lib/local-storage.ts'

/** The last views of a member, for the time without a connection. They belong to one session, and end with it. */
interface SavedViews {
  /** The app that saved them. Another version may expect other views. */
  readonly build: string
  readonly user: User
  /** By the device's clock, as ISO 8601 text. */
  readonly savedAt: string
  /** By how much site time was ahead of the device's clock, in milliseconds. */
  readonly clockOffset: number
  readonly topics: Readonly<Record<string, { readonly version: number; readonly view: unknown }>>
}

const KEY = 'outlast.views'
/** The views of a very large pool are not saved. In UTF-16 code units. */
const MAX_LENGTH = 1_500_000

/** Reads what the owner of the device's token has saved; undefined without it. */
export function readSavedViews(): SavedViews | undefined {
  const token = getToken()
  const text = getStored(KEY)
  if (token === null || text === undefined) return undefined
  try {
    const saved = JSON.parse(text) as SavedViews
    return saved.build === import.meta.url && saved.user.id === userIdIn(token) ? saved : undefined
  } catch {
    return undefined
  }
}

/** Saves the dashboard of a member, if it is up to date. The views of admins are not saved, because they are about other people. */
export function saveViews({
  topics,
  ...saved
}: Omit<SavedViews, 'build' | 'topics'> & { readonly topics: Partial<Record<Topic, LiveState<unknown>>> }): void {
  const own = Object.entries(topics).flatMap(([topic, state]) =>
    topic !== 'admin' && state?.status === 'live' ? [[topic, { version: state.version, view: state.view }] as const] : [],
  )
  if (!['user:', 'week:'].every((kind) => own.some(([topic]) => topic.startsWith(kind)))) return
  const text = JSON.stringify({ build: import.meta.url, ...saved, topics: Object.fromEntries(own) })
  if (text.length <= MAX_LENGTH) setStored(KEY, text)
}

export const forgetSavedViews = (): void => setStored(KEY, null)
