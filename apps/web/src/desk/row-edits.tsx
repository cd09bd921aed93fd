import { ApiError } from '@outlast/contract'
import { createContext, type ReactNode, use, useState } from 'react'
import { createStore, useStore } from 'zustand'
import { immer } from 'zustand/middleware/immer'
import { useShallow } from 'zustand/react/shallow'
import { errorMessage } from '../api/client.ts'
import { toast } from '../ui/toast.tsx'
import { draftValues, editDraft, fieldsChangedByOthers, type RowDraft } from './draft.ts'

interface RowState {
  readonly draft: RowDraft<object> | undefined
  readonly pending: boolean
  readonly error: string | null
  readonly fieldErrors: Readonly<Record<string, string>>
}

const IDLE: RowState = { draft: undefined, pending: false, error: null, fieldErrors: {} }

const createRowStore = () => createStore<{ rows: Record<string, RowState> }>()(immer(() => ({ rows: {} })))
type RowStore = ReturnType<typeof createRowStore>

const RowEditsContext = createContext<RowStore | undefined>(undefined)

/** Holds the unsaved edits of a screen's rows. Rows of a windowed list unmount when they scroll out of view; their edits survive. */
export function RowEdits({ children }: { readonly children: ReactNode }) {
  const [store] = useState(createRowStore)
  return <RowEditsContext value={store}>{children}</RowEditsContext>
}

function useRowStore(): RowStore {
  const store = use(RowEditsContext)
  if (store === undefined) throw new Error('useRowEdit must be used inside RowEdits')
  return store
}

/** Returns the ids of rows with unsaved edits, a pending save or an error. Filters must keep these rows visible. */
export function useEditedRowIds(): readonly string[] {
  return useStore(
    useRowStore(),
    useShallow(({ rows }) => Object.keys(rows)),
  )
}

interface SaveMessages {
  /** Shown in a toast after a success. */
  readonly success?: string
  /** Shown when the failure has no message of its own. */
  readonly fallback: string
}

/** The editing state of one row and the functions that change it. */
export interface RowEdit<Values extends object> {
  /** What the row's fields show. */
  readonly values: Values
  /** The edited fields. Send only these, so that a save never overwrites someone else's change. */
  readonly changes: Partial<Values>
  readonly dirty: boolean
  /** The fields that someone else changed since the first edit. */
  readonly conflicts: readonly (keyof Values)[]
  readonly pending: boolean
  readonly error: string | null
  /** The server's messages for single fields. */
  readonly fieldErrors: Partial<Readonly<Record<keyof Values, string>>>
  readonly set: (edits: Partial<Values>) => void
  /** Drops the edits. */
  readonly discard: () => void
  /** Shows an error that was found without asking the server. */
  readonly showError: (error: string) => void
  /** Runs one save at a time. Keeps the edits unless it succeeds. Resolves to whether it did. */
  readonly run: (save: () => Promise<unknown>, messages: SaveMessages) => Promise<boolean>
}

/** Returns the editing state of a row. `current` holds the row's values on the server. */
export function useRowEdit<Values extends object>(id: string, current: Values): RowEdit<Values> {
  const store = useRowStore()
  const row = useStore(store, ({ rows }) => rows[id]) ?? IDLE
  const draft = row.draft as RowDraft<Values> | undefined
  return {
    values: draftValues(draft, current),
    changes: draft?.changes ?? {},
    dirty: draft !== undefined,
    // A change that arrives during a save is the save itself.
    conflicts: row.pending ? [] : fieldsChangedByOthers(draft, current),
    pending: row.pending,
    error: row.error,
    fieldErrors: row.fieldErrors as RowEdit<Values>['fieldErrors'],
    set: (edits) => {
      // A row may be edited twice before it renders again: start from the stored draft.
      const latest = store.getState().rows[id]?.draft as RowDraft<Values> | undefined
      updateRow(store, id, { draft: editDraft(latest, current, edits), error: null, fieldErrors: {} })
    },
    discard: () => updateRow(store, id, IDLE),
    showError: (error) => updateRow(store, id, { error, fieldErrors: {} }),
    run: async (save, { success, fallback }) => {
      if (store.getState().rows[id]?.pending === true) return false
      updateRow(store, id, { pending: true, error: null, fieldErrors: {} })
      try {
        await save()
      } catch (failure) {
        const fieldErrors = failure instanceof ApiError ? failure.fields : {}
        updateRow(store, id, { pending: false, error: errorMessage(failure, fallback), fieldErrors })
        return false
      }
      updateRow(store, id, IDLE)
      if (success !== undefined) toast(success)
      return true
    },
  }
}

/** Changes the state of a row, and forgets the row once there is nothing to keep. */
function updateRow(store: RowStore, id: string, patch: Partial<RowState>): void {
  store.setState(({ rows }) => {
    const row = { ...(rows[id] ?? IDLE), ...patch }
    if (row.draft === undefined && !row.pending && row.error === null) delete rows[id]
    else rows[id] = row
  })
}
