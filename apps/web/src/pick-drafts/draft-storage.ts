import { getStored, setStored } from '../lib/local-storage.ts'
import type { PickDraft } from './pick-drafts.ts'

const KEY = 'outlast.pick-drafts'

/** Reads the stored choices. One that was being sent waits, because its response never arrived. */
export function readDrafts(text = getStored(KEY)): readonly PickDraft[] {
  const drafts = parse(text)
  return drafts.flatMap((draft) =>
    draft.status === 'saved'
      ? []
      : [{ ...draft, slot: draft.slot ?? 1, other: draft.other ?? null, status: afterReload(draft.status) }],
  )
}

/** Stores the choices that are not saved. */
export function storeDrafts(drafts: readonly PickDraft[]): void {
  const unsaved = drafts.filter(({ status }) => status !== 'saved')
  setStored(KEY, unsaved.length === 0 ? null : JSON.stringify(unsaved))
}

const afterReload = (status: PickDraft['status']): PickDraft['status'] => (status === 'sending' ? 'waiting' : status)

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
