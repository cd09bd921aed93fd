import { ApiError } from '@outlast/contract'
import { create } from 'zustand'
import { createKey, errorMessage } from '../api/client.ts'
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
}

const useStore = create<{ readonly drafts: readonly PickDraft[] }>()(() => ({ drafts: readDrafts() }))

/** Returns an entry's choice for a week. */
export function useDraft(entryId: number, weekId: number): PickDraft | undefined {
  return useStore(({ drafts }) => drafts.find((draft) => draft.entryId === entryId && draft.weekId === weekId))
}

/** Returns the choices of a member that are not saved, in the order in which they were made. */
export function useUnsavedDrafts(userId: number | undefined): readonly PickDraft[] {
  const drafts = useStore((state) => state.drafts)
  return drafts.filter((draft) => draft.userId === userId && draft.status !== 'saved')
}

/** Keeps a choice, instead of the entry's last one. */
export function chooseTeam(choice: Omit<PickDraft, 'key' | 'status' | 'error'>): void {
  change((drafts) => {
    const others = drafts.filter(({ entryId }) => entryId !== choice.entryId)
    return [...others, { ...choice, key: createKey(), status: 'chosen', error: null }]
  })
}

/** Forgets an entry's choice. */
export function dropDraft(entryId: number): void {
  if (useStore.getState().drafts.some((draft) => draft.entryId === entryId)) {
    change((drafts) => drafts.filter((draft) => draft.entryId !== entryId))
  }
}

/**
 * Sends a choice. Without a connection it waits and is sent when the connection returns; after the lock it is not sent.
 * @returns whether it is saved
 */
export async function submitDraft(entryId: number): Promise<boolean> {
  const draft = useStore.getState().drafts.find((candidate) => candidate.entryId === entryId)
  if (draft === undefined || draft.status === 'sending' || draft.status === 'saved') return false
  if (!navigator.onLine) {
    patch(draft, { status: 'waiting', error: null })
    return false
  }
  patch(draft, { status: 'sending', error: null })
  try {
    await submitPick(draft)
    patch(draft, { status: 'saved' })
    toast('Pick saved')
    return true
  } catch (error) {
    const isUnreachable = error instanceof ApiError && error.code === 'network'
    patch(draft, { status: isUnreachable ? 'waiting' : 'chosen', error: errorMessage(error, 'Failed to submit pick') })
    return false
  }
}

/** Sends what waits whenever the connection returns, forgets everything when a member signs out, and asks before the page closes. */
export function startPickDrafts(): void {
  window.addEventListener('online', sendWaiting)
  useLiveStore.subscribe((live, before) => live.isConnected && !before.isConnected && sendWaiting())
  useSession.subscribe((session) => session.status === 'visitor' && session.ended === 'signed-out' && change(() => []))
  window.addEventListener('beforeunload', (event) => {
    if (useStore.getState().drafts.some(({ status }) => status !== 'saved')) event.preventDefault()
  })
}

function sendWaiting(): void {
  const session = useSession.getState()
  for (const { entryId, userId, status, lockTime } of useStore.getState().drafts) {
    const isOwn = session.status === 'signed-in' && session.user.id === userId
    if (isOwn && status === 'waiting' && siteNow() < Date.parse(lockTime)) void submitDraft(entryId)
  }
}

/** Changes a choice unless another one has replaced it. */
function patch({ key }: PickDraft, fields: Partial<Pick<PickDraft, 'status' | 'error'>>): void {
  change((drafts) => drafts.map((draft) => (draft.key === key ? { ...draft, ...fields } : draft)))
}

function change(next: (drafts: readonly PickDraft[]) => PickDraft[]): void {
  useStore.setState({ drafts: next(useStore.getState().drafts) })
  storeDrafts(useStore.getState().drafts)
}
