import type { User } from '@outlast/contract'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { Counts, ListSkeleton, Toolbar } from '../../components/admin/admin-list.tsx'
import { type Roster, useRoster } from '../../components/admin/roster.ts'
import { RowEdits, useEditedRowIds } from '../../components/admin/row-edits.tsx'
import { WindowedRows } from '../../components/admin/windowed-rows.tsx'
import { Checkbox } from '../../components/forms/checkbox.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { ErrorBox } from '../../components/ui/errors.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { Everybody } from './all-users-actions.tsx'
import { CreateUserForm } from './create-user-form.tsx'
import { type EntrySort, peopleList, type Person, usersInHand, type UserSort } from './people-list.ts'
import styles from './people.module.css'
import { PersonRow } from './person-row.tsx'
import { useWideLayout } from '../../lib/use-media.ts'

const USER_SORT_OPTIONS = [
  { value: 'default', label: 'Default' },
  { value: 'email', label: 'By email' },
]

const ENTRY_SORT_OPTIONS = [
  { value: 'default', label: 'Default' },
  { value: 'active', label: 'Active first' },
  { value: 'eliminated', label: 'Eliminated first' },
]

/** Every account with its entries: `/admin/users`. */
export function PeopleScreen() {
  const roster = useRoster()
  const { users, entries, refresh } = roster
  return (
    <div className={styles.screen}>
      <PageHeader title="Admin Users & Entries" lead="Open somebody to change them, their entries, and who is in or out." />
      <aside className={styles.aside} aria-label="Everybody">
        <Fold title="Create user">
          <CreateUserForm refresh={refresh} />
        </Fold>
        <Fold title="Everybody at once">
          <Everybody entries={entries.status === 'ready' ? entries.rows : undefined} refresh={refresh} />
        </Fold>
      </aside>
      <div className={styles.main}>
        {entries.status === 'failed' && (
          <ErrorBox message={entries.message} retrying={entries.retrying} onRetry={entries.retry} />
        )}
        {users.status === 'failed' && <ErrorBox message={users.message} retrying={users.retrying} onRetry={users.retry} />}
        {users.status === 'loading' && <ListSkeleton label="Loading users…" />}
        {users.status === 'ready' && (
          <RowEdits>
            <People users={users.rows} entries={entries} refresh={refresh} />
          </RowEdits>
        )}
      </div>
    </div>
  )
}

interface PeopleProps extends Pick<Roster, 'entries' | 'refresh'> {
  readonly users: readonly User[]
}

function People({ users, entries, refresh }: PeopleProps) {
  const known = entries.status === 'ready' ? entries.rows : undefined
  const [search, setSearch] = useState('')
  const [activeOnly, setActiveOnly] = useState(false)
  const [userSort, setUserSort] = useState<UserSort>('default')
  const [entrySort, setEntrySort] = useState<EntrySort>('default')
  const [open, toggle] = useOpen()
  const inHand = useEditedRowIds()
  const sought = useDeferredValue(search)
  const people = useMemo(() => {
    const query = { search: sought, activeOnly, userSort, entrySort, inHand: usersInHand(inHand, known ?? []) }
    return peopleList(users, known, query)
  }, [users, known, sought, activeOnly, userSort, entrySort, inHand])
  const all = (): void => {
    setSearch('')
    setActiveOnly(false)
  }
  return (
    <>
      <Counts counts={countsOf(users, known)} />
      <Toolbar hint="Name, email, mobile, entry or #ID" search={search} onSearch={setSearch}>
        <SelectField
          label="Sort users"
          options={USER_SORT_OPTIONS}
          value={userSort}
          onChange={(event) => setUserSort(event.target.value as UserSort)}
        />
        <SelectField
          label="Sort entries"
          options={ENTRY_SORT_OPTIONS}
          value={entrySort}
          onChange={(event) => setEntrySort(event.target.value as EntrySort)}
        />
      </Toolbar>
      <Checkbox
        label="Show only users with an active entry"
        checked={activeOnly}
        onChange={(event) => setActiveOnly(event.target.checked)}
      />
      {people.length === 0 && (
        <EmptyState title="Nobody found" action={<Button onClick={all}>Show all users</Button>}>
          {activeOnly ? 'No user with an active entry matches.' : 'No user matches the search.'}
        </EmptyState>
      )}
      <PeopleRows people={people} open={open} onToggle={toggle} refresh={refresh} />
    </>
  )
}

interface PeopleRowsProps {
  readonly people: readonly Person[]
  readonly open: ReadonlySet<number>
  readonly onToggle: (userId: number) => void
  readonly refresh: () => void
}

function PeopleRows({ people, open, onToggle, refresh }: PeopleRowsProps) {
  return (
    <div className={styles.people}>
      <WindowedRows
        rows={people}
        rowKey={({ user }) => user.id}
        render={(person) => <PersonRow person={person} open={open.has(person.user.id)} onToggle={onToggle} refresh={refresh} />}
      />
    </div>
  )
}

function useOpen(): readonly [ReadonlySet<number>, (userId: number) => void] {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const toggle = useCallback((userId: number) => setOpen((before) => before.symmetricDifference(new Set([userId]))), [])
  return [open, toggle]
}

function countsOf(users: readonly User[], entries: readonly { readonly is_eliminated: boolean }[] | undefined) {
  const counts: (readonly [number, string])[] = [[users.length, users.length === 1 ? 'user' : 'users']]
  if (entries === undefined) return counts
  const alive = entries.filter((entry) => !entry.is_eliminated).length
  return [...counts, [entries.length, entries.length === 1 ? 'entry' : 'entries'], [alive, 'alive']] as const
}

/** A part of the screen that is open on a laptop, and folded away on a phone. */
export function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const wide = useWideLayout()
  const [open, setOpen] = useState(wide)
  return (
    <details className={styles.fold} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.foldTitle}>
        <h2>{title}</h2>
      </summary>
      <div className={styles.foldBody}>{children}</div>
    </details>
  )
}
