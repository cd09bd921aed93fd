import { getStored, setStored } from '../lib/local-storage.ts'
import type { PickDraft } from './pick-drafts.ts'

const KEY = 'outlast.pick-drafts'

/** What the storage held when this tab last looked. */
let last: string | undefined

/**
 * Returns the choices of all tabs. Where no other tab has changed what is stored, or the browser stores nothing, they are this tab's own.
 * One that was being sent waits, because its response never arrived, unless this tab is sending it.
 */
export function readDrafts(own: readonly PickDraft[]): readonly PickDraft[] {
  const text = getStored(KEY)
  if (text === last) return own
  last = text
  return parse(text).map((draft) => ({
    ...draft,
    slot: draft.slot ?? 1,
    seen: draft.seen ?? 0,
    other: draft.other ?? null,
    ...sendingOf(
      draft,
      own.find(({ key }) => key === draft.key),
    ),
  }))
}

/** The teams that may be saved because of a choice that is on its way or was never answered. */
export function unansweredBy(draft: Pick<PickDraft, 'status' | 'team' | 'unanswered'> | undefined): readonly string[] {
  if (draft === undefined) return []
  return draft.status === 'sending' ? [...new Set([...draft.unanswered, draft.team])] : draft.unanswered
}

/** What was being sent when its tab closed may have arrived. */
function sendingOf(stored: PickDraft, own: PickDraft | undefined): Pick<PickDraft, 'status' | 'unanswered'> {
  const unanswered = stored.unanswered ?? []
  if (stored.status === 'chosen') return { status: 'chosen', unanswered }
  if (own !== undefined) return { status: own.status, unanswered }
  return { status: 'waiting', unanswered: unansweredBy({ ...stored, unanswered }) }
}

export function storeDrafts(drafts: readonly PickDraft[]): void {
  setStored(KEY, drafts.length === 0 ? null : JSON.stringify(drafts))
  last = getStored(KEY)
}

/** Storage may hold anything, for example what another version wrote. */
function parse(text: string | undefined): readonly PickDraft[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isDraft) : []
  } catch {
    return []
  }
}

const NUMBERS = ['userId', 'entryId', 'weekId'] as const
const TEXTS = ['entryName', 'lockTime', 'team', 'key', 'status'] as const

function isDraft(value: unknown): value is PickDraft {
  if (typeof value !== 'object' || value === null) return false
  const draft = value as Record<string, unknown>
  return NUMBERS.every((name) => typeof draft[name] === 'number') && TEXTS.every((name) => typeof draft[name] === 'string')
}
