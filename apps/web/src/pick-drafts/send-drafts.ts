import { ApiError, isUnanswered, type Pick as RestPick } from '@outlast/contract'
import { userTopic, type UserView } from '@outlast/contract/live'
import { api, canRetry, createKey, errorMessage } from '../api/client.ts'
import { siteNow } from '../clock/site-clock.ts'
import { liveClient } from '../live/live-client.ts'
import { useLiveStore } from '../live/live-store.ts'
import { stateOf, viewOf } from '../live/use-topic.ts'
import { useSession } from '../session/session.ts'
import { toast } from '../ui/toast.tsx'
import { readDrafts } from './draft-storage.ts'
import {
  changeDrafts,
  isAt,
  isNewer,
  keepAnswer,
  type PickDraft,
  type Place,
  type SavedPick,
  useDraftStore,
} from './pick-drafts.ts'
import { submitPick } from './submit-pick.ts'

/** A pick in an answer of the API or in a live view. */
type PickRow = Pick<RestPick, 'id' | 'week_id' | 'slot' | 'team_abbr' | 'version' | 'updated_at'>

/** How often what waits is tried again, in milliseconds: not every connection says that it is back. */
const RETRY_MS = 15_000

const NOT_YOURS = 'You no longer pick for this entry'
const FAILED = 'Failed to submit pick'

let isFollowing = false

/** Compares all choices with the pool's views whenever one of them changes, and sends those that wait as soon as they can be sent. */
export function followDrafts(): void {
  if (isFollowing) return
  isFollowing = true
  useDraftStore.subscribe(compareAll)
  useLiveStore.subscribe((live, before) => {
    compareAll()
    if ((live.isConnected && !before.isConnected) || live.topics.pool !== before.topics.pool) sendWaiting()
  })
  useSession.subscribe(sendWaiting)
  window.addEventListener('online', sendWaiting)
  // Timers stop while a phone sleeps.
  document.addEventListener('visibilitychange', sendWaiting)
  setInterval(sendWaiting, RETRY_MS)
  // Another tab has changed them.
  window.addEventListener('storage', () => useDraftStore.setState(({ drafts }) => ({ drafts: readDrafts(drafts) })))
  compareAll()
  sendWaiting()
}

/** Returns the pick of a place; null without one, and while it is sealed. */
export function savedIn({ weekId, slot }: Place, picks: readonly PickRow[]): SavedPick | null {
  const pick = picks.find((other) => other.week_id === weekId && (other.slot ?? 1) === slot)
  if (pick === undefined || pick.team_abbr === null || pick.version === null) return null
  return { id: pick.id, team: pick.team_abbr, receipt: pick.version, savedAt: pick.updated_at ?? '' }
}

/**
 * Compares a choice with the pick that the pool has. A choice is neither sent nor dropped after another device has saved another team: the
 * member sees both and decides.
 * @param seen the position in the log at which the pool has that pick
 * @returns whether it is another pick than the one that the choice was made for
 */
function meet(draft: PickDraft, saved: SavedPick | null, seen: number): boolean {
  const receipt = saved?.receipt ?? null
  if (receipt === draft.receipt) return false
  const team = saved?.team ?? null
  const now = { pickId: saved?.id ?? null, receipt, seen, key: createKey() }
  if (draft.team === team) {
    drop(draft)
    if (draft.unanswered.includes(team)) toast('Sent and saved')
  } else if (team !== null && draft.unanswered.includes(team) && !isOver(draft)) {
    // What this device sent before the member changed the team: the choice now changes that pick.
    const status = draft.status === 'chosen' ? 'chosen' : 'waiting'
    patch(draft, { ...now, status, unanswered: draft.unanswered.filter((sent) => sent !== team) })
  } else {
    const error = draft.status !== 'chosen' && isOver(draft) ? 'The week is locked' : null
    patch(draft, { ...now, other: team, unanswered: [], status: 'chosen', error })
  }
  return true
}

const picksIn = ({ entries, proxied = [] }: UserView, entryId: number): readonly PickRow[] =>
  [...entries, ...proxied].find(({ id }) => id === entryId)?.picks ?? []

const isOver = ({ lockTime }: PickDraft): boolean => siteNow() >= Date.parse(lockTime)

/** The view of the member who made a choice; undefined before it arrives. */
function stateOfOwner({ userId }: Pick<PickDraft, 'userId'>) {
  const state = stateOf<`user:${number}`>(useLiveStore.getState().topics, userTopic(userId))
  return state.status === 'live' || state.status === 'stale' ? state : undefined
}

/** Compares all choices with what the pool shows by now, and keeps the time of their lock. */
function compareAll(): void {
  const pool = viewOf(stateOf<'pool'>(useLiveStore.getState().topics, 'pool'))
  const { drafts, answers } = useDraftStore.getState()
  for (const draft of drafts) {
    const lockTime = pool?.weeks.find(({ id }) => id === draft.weekId)?.lock_time ?? draft.lockTime
    if (lockTime !== draft.lockTime) patch(draft, { lockTime })
    const own = stateOfOwner(draft)
    if (own === undefined || own.version < draft.seen || draft.status === 'sending') continue
    const saved = savedIn(draft, picksIn(own.view, draft.entryId))
    if (!answers.some((answer) => isAt(draft)(answer) && isNewer(answer, saved, own.version))) meet(draft, saved, own.version)
  }
}

function sendWaiting(): void {
  const session = useSession.getState()
  if (session.status !== 'signed-in' || !navigator.onLine) return
  for (const draft of useDraftStore.getState().drafts) {
    // After the lock the pool only says whether it took what was sent before.
    const isDue = !isOver(draft) || draft.unanswered.includes(draft.team)
    if (draft.status === 'waiting' && isDue && draft.userId === session.user.id) void sendDraft(draft, true)
  }
}

/**
 * Sends a choice. Without a response it waits, and is sent again with the same key until the pool says whether it is saved, also after the
 * lock. One that has waited is not sent when another device has changed the pick meanwhile.
 * @param isAutomatic whether it is sent because the connection returned, which its message says
 * @returns whether it is saved
 */
export async function sendDraft(place: Place, isAutomatic = false): Promise<boolean> {
  const draft = useDraftStore.getState().drafts.find(isAt(place))
  if (draft === undefined || draft.status === 'sending') return false
  const { entryId, weekId, slot, status, team } = draft
  const sent = [...new Set([...draft.unanswered, team])]
  let isSent = false
  patch(draft, { status: 'sending', error: null })
  try {
    if (status === 'waiting') {
      const saved = savedIn(draft, await api.call('entryPicks', { params: { id: entryId } }))
      if (meet(draft, saved, saved?.receipt ?? (draft.receipt ?? -1) + 1)) {
        const isNext = useDraftStore.getState().drafts.some((next) => isAt(place)(next) && next.status === 'waiting')
        return isNext ? await sendDraft(place, isAutomatic) : team === saved?.team
      }
    }
    isSent = true
    const recorded = await submitPick({ ...draft, onUnanswered: () => patch(draft, { unanswered: sent }) })
    keepAnswer({ entryId, weekId, slot, pick: savedIn(draft, [recorded]), position: recorded.receipt.position })
    drop(draft)
    toast(isAutomatic ? 'Sent and saved' : 'Pick saved')
    return true
  } catch (error) {
    const code = error instanceof ApiError ? error.code : null
    // What this device sent before may be the pick by now.
    const isOwnConflict = code === 'version_conflict' && draft.unanswered.some((other) => other !== team)
    const isWaiting = isUnanswered(error) || isOwnConflict || (status === 'waiting' && canRetry(error))
    const refused = canRetry(error) ? {} : { key: createKey(), unanswered: sent.filter((other) => other !== team) }
    // For whoever may not pick for an entry there is none.
    const isGone = code === 'entry_not_found' || code === 'pick_not_found'
    // The choice itself says that it is not confirmed.
    const message =
      code === 'timeout' || isOwnConflict ? null : isGone ? NOT_YOURS : code === 'network' ? FAILED : errorMessage(error, FAILED)
    patch(draft, {
      status: isWaiting ? 'waiting' : 'chosen',
      error: message,
      ...(isSent && canRetry(error) ? { unanswered: sent } : {}),
      ...refused,
    })
    // The view lacks what another device has saved.
    if (code === 'version_conflict') liveClient.refresh()
    return isOwnConflict && status === 'chosen' ? sendDraft(place) : false
  }
}

/** Changes a choice unless another one has replaced it. */
function patch({ key }: PickDraft, fields: Partial<PickDraft>): void {
  changeDrafts((drafts) => drafts.map((draft) => (draft.key === key ? { ...draft, ...fields } : draft)))
}

/** Forgets a choice unless another one has replaced it. */
const drop = ({ key }: PickDraft): void => changeDrafts((drafts) => drafts.filter((draft) => draft.key !== key))
