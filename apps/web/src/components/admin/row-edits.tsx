import { ApiError } from '@outlast/contract'
import { createContext, type ReactNode, use, useState } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { sentenceOf } from '../../api/client.ts'
import { useToast } from '../ui/toast.tsx'
import { changedMeanwhile, type Draft, typeOver, valuesOf } from './draft.ts'

/** How a row that somebody works on stands. */
interface RowState {
  readonly draft: Draft<object> | undefined
  readonly pending: boolean
  readonly error: string | null
  readonly fields: Readonly<Record<string, string>>
}

type Rows = Readonly<Record<string, RowState>>

const AT_REST: RowState = { draft: undefined, pending: false, error: null, fields: {} }

const RowEditsContext = createContext<StoreApi<Rows> | undefined>(undefined)

/**
 * Keeps what is typed into the rows of a screen, outside of the rows: those of a long list come and go with scrolling, what was
 * typed into them does not.
 */
export function RowEdits({ children }: { readonly children: ReactNode }) {
  const [store] = useState(() => createStore<Rows>(() => ({})))
  return <RowEditsContext value={store}>{children}</RowEditsContext>
}

function useRows(): StoreApi<Rows> {
  const store = use(RowEditsContext)
  if (store === undefined) throw new Error('useRowEdit needs RowEdits')
  return store
}

/** The rows that are being edited or saved, or could not be: a filter must not take them away. */
export function useRowsInHand(): readonly string[] {
  return useStore(
    useRows(),
    useShallow((rows: Rows) => Object.keys(rows)),
  )
}

interface SaveWords {
  /** Said in a toast when it worked (pool.md §8). */
  readonly success?: string
  /** Shown when what failed has no sentence of its own. */
  readonly fallback: string
}

/** A row in somebody's hands. */
export interface RowEdit<Values extends object> {
  /** What its fields show. */
  readonly values: Values
  /** What was typed of them: only that is sent, so that nobody else's change is written over unseen. */
  readonly typed: Partial<Values>
  readonly dirty: boolean
  /** What somebody else changed since the editing began. */
  readonly changed: readonly (keyof Values)[]
  readonly pending: boolean
  readonly error: string | null
  /** The server's sentence for single fields. */
  readonly fields: Partial<Readonly<Record<keyof Values, string>>>
  readonly set: (patch: Partial<Values>) => void
  /** Takes the row as it stands now. */
  readonly discard: () => void
  /** Says what is wrong without asking the server. */
  readonly refuse: (error: string) => void
  /** Does something to the row, one thing at a time; what was typed is gone only when it worked. Resolves to whether it did. */
  readonly run: (act: () => Promise<unknown>, words: SaveWords) => Promise<boolean>
}

/** Editing of a row: its own draft, save state and error. `current` is the row as the pool has it. */
export function useRowEdit<Values extends object>(id: string, current: Values): RowEdit<Values> {
  const store = useRows()
  const toast = useToast()
  const row = useStore(store, (rows) => rows[id]) ?? AT_REST
  const draft = row.draft as Draft<Values> | undefined
  return {
    values: valuesOf(draft, current),
    typed: draft?.typed ?? {},
    dirty: draft !== undefined,
    // While it is saved, the change that arrives is one's own.
    changed: row.pending ? [] : changedMeanwhile(draft, current),
    pending: row.pending,
    error: row.error,
    fields: row.fields as RowEdit<Values>['fields'],
    set: (patch) => put(store, id, { draft: typeOver(draftOf<Values>(store, id), current, patch), error: null, fields: {} }),
    discard: () => put(store, id, AT_REST),
    refuse: (error) => put(store, id, { error, fields: {} }),
    run: async (act, { success, fallback }) => {
      if (store.getState()[id]?.pending === true) return false
      put(store, id, { pending: true, error: null, fields: {} })
      try {
        await act()
      } catch (failure) {
        put(store, id, { pending: false, ...faultOf(failure, fallback) })
        return false
      }
      put(store, id, AT_REST)
      if (success !== undefined) toast(success)
      return true
    },
  }
}

const draftOf = <Values extends object>(store: StoreApi<Rows>, id: string) =>
  store.getState()[id]?.draft as Draft<Values> | undefined

/** A row with nothing to keep is not kept. */
function put(store: StoreApi<Rows>, id: string, patch: Partial<RowState>): void {
  const { [id]: row = AT_REST, ...others } = store.getState()
  const next = { ...row, ...patch }
  const atRest = next.draft === undefined && !next.pending && next.error === null
  store.setState(atRest ? others : { ...others, [id]: next }, true)
}

function faultOf(failure: unknown, fallback: string): Pick<RowState, 'error' | 'fields'> {
  return { error: sentenceOf(failure, fallback), fields: failure instanceof ApiError ? failure.fields : {} }
}
