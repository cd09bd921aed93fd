import { userTopic } from '@outlast/contract/live'
import { create } from 'zustand'
import { createKey } from '../api/client.ts'
import { ChunkLoadError, loadChunk } from '../lib/load-chunk.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { useLiveStore } from '../live/live-store.ts'
import { useSession } from '../session/session.ts'
import { readDrafts, storeDrafts, unansweredBy } from './draft-storage.ts'

/** One of the picks of an entry: each has its own choice. */
export interface Place {
  readonly entryId: number
  readonly weekId: number
  /** Which of the picks of the week it is, from 1. */
  readonly slot: number
}

/** A team that a member chose for an entry. It is kept on this device until it is saved, changed elsewhere, or the week locks. */
export interface PickDraft extends Place {
  readonly userId: number
  readonly entryName: string
  /** The last that the device heard of it. */
  readonly lockTime: string
  readonly team: string
  /** The pick that the choice would change; null without one. */
  readonly pickId: number | null
  /** The receipt of that pick. A choice applies only to the pick it was made for. */
  readonly receipt: number | null
  /** The position in the log at which that was the pick. An older view says nothing about it. */
  readonly seen: number
  /** The same for every attempt to send this choice, until the pool refuses one. */
  readonly key: string
  /** `waiting`: submitted, and sent again until the pool answers: when the connection returns, or because an answer never came. */
  readonly status: 'chosen' | 'sending' | 'waiting'
  /** The teams that this device has sent for the pick, without an answer of the pool. It may have saved any of them. */
  readonly unanswered: readonly string[]
  /** Why it could not be saved. */
  readonly error: string | null
  /** The team that another device has saved since, if the member has not decided between the two. */
  readonly other: string | null
}

/** Returns whether a choice was sent and the pool has not answered, so that nobody can say whether it is saved. */
export const isUnconfirmed = ({ status, team, unanswered, error }: PickDraft): boolean =>
  status !== 'chosen' && error === null && unanswered.includes(team)

/** Returns whether this device keeps sending a choice until the pool answers: the member need not submit it again. */
export const isOnItsWay = (draft: PickDraft): boolean => draft.status === 'waiting' || isUnconfirmed(draft)

/** What a choice says about itself before the lock. */
export function draftText(draft: PickDraft): string {
  if (isUnconfirmed(draft)) return 'Sent, not confirmed yet'
  if (draft.status === 'sending') return 'Sending…'
  return draft.status === 'waiting' ? 'Will be sent when you are online' : 'Not submitted'
}

/** A pick as the pool has it. */
export interface SavedPick {
  readonly id: number
  readonly team: string
  readonly receipt: number
  /** In real time, as ISO 8601 text. */
  readonly savedAt: string
}

/** What the pool answered when this device saved or cleared a pick. */
export interface PickAnswer extends Place {
  /** Null once it is cleared. */
  readonly pick: SavedPick | null
  /** A saved pick is in views from this position in the log on. A pick of an earlier one is cleared. */
  readonly position: number
}

/** Returns whether an answer is newer than what a view of the given version shows. */
export function isNewer(
  { pick, position }: PickAnswer,
  shown: { readonly receipt: number } | null | undefined,
  version: number,
): boolean {
  const receipt = shown?.receipt ?? 0
  return receipt < position && (pick === null ? receipt > 0 : version < position)
}

interface DraftStore {
  readonly drafts: readonly PickDraft[]
  /** The last one for each pick. */
  readonly answers: readonly PickAnswer[]
}

export const useDraftStore = create<DraftStore>()(() => ({ drafts: readDrafts([]), answers: [] }))

export const isAt =
  ({ entryId, weekId, slot }: Place) =>
  (other: Place): boolean =>
    other.entryId === entryId && other.weekId === weekId && other.slot === slot

/** Returns an entry's choice for a pick of a week. */
export function useDraft(entryId: number, weekId: number, slot = 1): PickDraft | undefined {
  return useDraftStore(({ drafts }) => drafts.find(isAt({ entryId, weekId, slot })))
}

/** Returns the choices of a member, of one week or of all, in the order in which they were made. */
export function useUnsavedDrafts(userId: number | undefined, weekId?: number): readonly PickDraft[] {
  const drafts = useDraftStore((state) => state.drafts)
  return drafts.filter((draft) => draft.userId === userId && (weekId ?? draft.weekId) === draft.weekId)
}

/** Returns what the pool answered to this device, which its views may not contain yet. */
export const usePickAnswers = (): readonly PickAnswer[] => useDraftStore(({ answers }) => answers)

/** Keeps a choice, instead of the last one for that pick. */
export function chooseTeam(choice: Omit<PickDraft, 'key' | 'status' | 'error' | 'other' | 'seen' | 'unanswered'>): void {
  const { answers, drafts: known } = useDraftStore.getState()
  const shown = useLiveStore.getState().topics[userTopic(choice.userId)]
  const version = shown !== undefined && 'version' in shown ? shown.version : 0
  const seen = Math.max(version, choice.receipt ?? 0, answers.find(isAt(choice))?.position ?? 0)
  const unanswered = unansweredBy(known.find(isAt(choice)))
  const draft: PickDraft = { ...choice, seen, unanswered, key: createKey(), status: 'chosen', error: null, other: null }
  changeDrafts((drafts) => [...drafts.filter((other) => !isAt(choice)(other)), draft])
}

/** Forgets an entry's choice for a pick. */
export const dropDraft = (place: Place): void => changeDrafts((drafts) => drafts.filter((draft) => !isAt(place)(draft)))

/** Keeps in mind that the pool has cleared a pick. */
export const keepCleared = (place: Place, receipt: number): void => keepAnswer({ ...place, pick: null, position: receipt + 1 })

/** Keeps what the pool answered. */
export function keepAnswer(answer: PickAnswer): void {
  useDraftStore.setState(({ answers }) => ({ answers: [...answers.filter((other) => !isAt(answer)(other)), answer] }))
}

/** Changes the choices of all tabs. */
export function changeDrafts(next: (drafts: readonly PickDraft[]) => readonly PickDraft[]): void {
  const drafts = next(readDrafts(useDraftStore.getState().drafts))
  storeDrafts(drafts)
  useDraftStore.setState({ drafts })
}

/** How long a member waits for what sends choices, in milliseconds. Then the choice waits for it. */
const SENDER_MS = 10_000

/** Loads what sends choices: the first screen does not wait for it. */
const loadSender = () => loadChunk(() => import('./send-drafts.ts'), SENDER_MS)

/**
 * Sends a choice. Without a connection it waits and is sent when the connection returns; after the lock it is not sent.
 * @returns whether it is saved
 */
export async function submitDraft(place: Place): Promise<boolean> {
  const isLate = (error: unknown): boolean => error instanceof ChunkLoadError && error.cause === undefined
  const load = () => loadSender().catch((error: unknown) => (isLate(error) ? undefined : null))
  const sender = navigator.onLine ? await load() : undefined
  if (sender) return sender.sendDraft(place)
  const fields: Partial<PickDraft> =
    sender === null ? { error: 'This part of the app could not be loaded. Reload the page' } : { status: 'waiting', error: null }
  changeDrafts((drafts) => drafts.map((draft) => (isAt(place)(draft) ? { ...draft, ...fields } : draft)))
  return false
}

/** How long until another attempt to load what sends choices, in milliseconds. */
const RETRY_MS = 5_000

/**
 * Has the choices of a member compared with the pool's views, and sent if they wait. Asks before the page closes. Forgets everything when
 * the session ends, but not when the pool could not say whose it is: then the choices wait for their owner to sign in.
 */
export function startPickDrafts(): void {
  let isFollowed = false
  const follow = (): void => {
    loadSender().then(
      ({ followDrafts }) => followDrafts(),
      () => setTimeout(follow, RETRY_MS),
    )
  }
  useSession.subscribe((session, before) => {
    if (session.status === 'signed-in' && !isFollowed) {
      isFollowed = true
      whenIdle(follow)
    }
    if (session.status !== 'visitor' || session.ended === 'unanswered') return
    // Without a token this tab starts as a visitor, or another tab has ended the session.
    if (session.ended === null && before.status !== 'signed-in') return
    useDraftStore.setState({ answers: [] })
    changeDrafts(() => [])
  })
  window.addEventListener('beforeunload', (event) => {
    if (useDraftStore.getState().drafts.length > 0) event.preventDefault()
  })
}
