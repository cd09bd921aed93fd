import { ApiError } from '@outlast/contract'
import { create } from 'zustand'
import { api, createKey, errorMessage } from '../api/client.ts'
import { siteNow } from '../clock/site-clock.ts'
import { toast } from '../ui/toast.tsx'
import { useLiveStore } from '../live/live-store.ts'
import { useSession } from '../session/session.ts'
import { readDrafts, storeDrafts } from './draft-storage.ts'
import { submitPick } from './submit-pick.ts'

/** A team that a member chose for an entry. It is kept on this device until it is saved, changed elsewhere, or the week locks. */
export interface PickDraft {
  readonly userId: number
  readonly entryId: number
  readonly entryName: string
  readonly weekId: number
  /** Which of the picks of the week it is, from 1. */
  readonly slot: number
  readonly lockTime: string
  readonly team: string
  /** The pick that the choice would change; null without one. */
  readonly pickId: number | null
  /** The receipt of that pick. A choice applies only to the pick it was made for. */
  readonly receipt: number | null
  /** The same for every attempt to send this choice. */
  readonly key: string
  /** `waiting`: submitted without a connection, and sent when it returns. */
  readonly status: 'chosen' | 'sending' | 'waiting' | 'saved'
  /** Why it could not be saved. */
  readonly error: string | null
  /** The team that another device has saved since, if the member has not decided between the two. */
  readonly other: string | null
}

/** A pick as the pool has it. */
interface SavedPick {
  readonly id: number
  readonly team: string
  readonly receipt: number
}

const useStore = create<{ readonly drafts: readonly PickDraft[] }>()(() => ({ drafts: readDrafts() }))

/** One of the picks of an entry in a week: each has its own choice. */
type PlaceOfDraft = Pick<PickDraft, 'entryId' | 'slot'>

const isAt =
  ({ entryId, slot }: PlaceOfDraft) =>
  (draft: PickDraft): boolean =>
    draft.entryId === entryId && draft.slot === slot

/** Returns an entry's choice for a pick of a week. */
export function useDraft(entryId: number, weekId: number, slot = 1): PickDraft | undefined {
  return useStore(({ drafts }) => drafts.find((draft) => draft.weekId === weekId && isAt({ entryId, slot })(draft)))
}

const find = (place: PlaceOfDraft): PickDraft | undefined => useStore.getState().drafts.find(isAt(place))

/** Returns the choices of a member that are not saved, in the order in which they were made. */
export function useUnsavedDrafts(userId: number | undefined): readonly PickDraft[] {
  const drafts = useStore((state) => state.drafts)
  return drafts.filter((draft) => draft.userId === userId && draft.status !== 'saved')
}

/** Keeps a choice, instead of the entry's last one for that pick and of those for other weeks. */
export function chooseTeam(choice: Omit<PickDraft, 'key' | 'status' | 'error' | 'other'>): void {
  change((drafts) => {
    const others = drafts.filter(
      (draft) => draft.entryId !== choice.entryId || (draft.weekId === choice.weekId && !isAt(choice)(draft)),
    )
    return [...others, { ...choice, key: createKey(), status: 'chosen', error: null, other: null }]
  })
}

/** Forgets an entry's choice for a pick. */
export function dropDraft(place: PlaceOfDraft): void {
  if (find(place) !== undefined) change((drafts) => drafts.filter((draft) => !isAt(place)(draft)))
}

/**
 * Compares an entry's choice with the pick that the pool has. A choice is neither sent nor dropped after another device has saved another
 * team: the member sees both and decides.
 */
export function compareWithSaved(place: PlaceOfDraft, pick: SavedPick | null): void {
  const draft = find(place)
  if (draft === undefined || draft.status === 'sending' || draft.receipt === (pick?.receipt ?? null)) return
  if (draft.status === 'saved') return dropDraft(draft)
  // The view is older than the answer from which the choice knows the other pick.
  if (draft.other !== null && (pick === null || pick.receipt < (draft.receipt ?? 0))) return
  meetOther(draft, pick)
}

/** Sets a choice against the pick that the pool has by now. */
function meetOther(draft: PickDraft, pick: SavedPick | null): void {
  if (draft.team === pick?.team) return dropDraft(draft)
  const saved = { pickId: pick?.id ?? null, receipt: pick?.receipt ?? null, other: pick?.team ?? null }
  patch(draft, { ...saved, key: createKey(), status: 'chosen', error: null })
}

/**
 * Sends a choice. Without a connection it waits and is sent when the connection returns; after the lock it is not sent. One that has waited
 * is not sent when another device has changed the pick meanwhile.
 * @param isAutomatic whether it is sent because the connection returned, which its message says
 * @returns whether it is saved
 */
export async function submitDraft(place: PlaceOfDraft, isAutomatic = false): Promise<boolean> {
  const draft = find(place)
  if (draft === undefined || draft.status === 'sending' || draft.status === 'saved') return false
  if (!navigator.onLine) {
    patch(draft, { status: 'waiting', error: null })
    return false
  }
  patch(draft, { status: 'sending', error: null })
  try {
    const saved = draft.status === 'waiting' ? await savedPick(draft) : undefined
    if (saved !== undefined && (saved?.receipt ?? null) !== draft.receipt) {
      meetOther(draft, saved)
      return draft.team === saved?.team
    }
    await submitPick(draft)
    patch(draft, { status: 'saved', other: null })
    toast(isAutomatic ? 'Sent and saved' : 'Pick saved')
    return true
  } catch (error) {
    const isUnreachable = error instanceof ApiError && error.code === 'network'
    patch(draft, { status: isUnreachable ? 'waiting' : 'chosen', error: errorMessage(error, 'Failed to submit pick') })
    return false
  }
}

/** Asks the pool for the entry's pick of the week; null without one. */
async function savedPick({ entryId, weekId, slot }: PickDraft): Promise<SavedPick | null> {
  const picks = await api.call('entryPicks', { params: { id: entryId } })
  const pick = picks.find((other) => other.week_id === weekId && (other.slot ?? 1) === slot)
  if (pick === undefined || pick.team_abbr === null || pick.version === null) return null
  return { id: pick.id, team: pick.team_abbr, receipt: pick.version }
}

/**
 * Sends what waits whenever the connection returns, and asks before the page closes. Forgets everything when the session ends, but not when
 * the pool could not say whose it is: then the choices wait for their owner to sign in.
 */
export function startPickDrafts(): void {
  window.addEventListener('online', sendWaiting)
  useLiveStore.subscribe((live, before) => live.isConnected && !before.isConnected && sendWaiting())
  useSession.subscribe((session, before) => {
    if (session.status !== 'visitor' || session.ended === 'unanswered') return
    // Without a token this tab starts as a visitor, or another tab has ended the session.
    if (session.ended !== null || before.status === 'signed-in') change(() => [])
  })
  window.addEventListener('beforeunload', (event) => {
    if (useStore.getState().drafts.some(({ status }) => status !== 'saved')) event.preventDefault()
  })
}

function sendWaiting(): void {
  const session = useSession.getState()
  for (const draft of useStore.getState().drafts) {
    const isOwn = session.status === 'signed-in' && session.user.id === draft.userId
    if (isOwn && draft.status === 'waiting' && siteNow() < Date.parse(draft.lockTime)) void submitDraft(draft, true)
  }
}

/** Changes a choice unless another one has replaced it. */
function patch({ key }: PickDraft, fields: Partial<PickDraft>): void {
  change((drafts) => drafts.map((draft) => (draft.key === key ? { ...draft, ...fields } : draft)))
}

function change(next: (drafts: readonly PickDraft[]) => PickDraft[]): void {
  useStore.setState({ drafts: next(useStore.getState().drafts) })
  storeDrafts(useStore.getState().drafts)
}
