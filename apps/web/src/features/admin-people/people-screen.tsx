import type { User } from '@outlast/contract'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { Counts, ListSkeleton, Toolbar } from '../../desk/admin-list.tsx'
import { useMay } from '../../desk/may.ts'
import { type Roster, useRoster } from '../../desk/roster.ts'
import { RowEdits, useEditedRowIds } from '../../desk/row-edits.tsx'
import { UndoNote } from '../../desk/undo-note.tsx'
import { WindowedRows } from '../../desk/windowed-rows.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pluralize } from '../../lib/numbers.ts'
import { useWideLayout } from '../../lib/use-media.ts'
import { AllUsersActions } from './all-users-actions.tsx'
import { CreatePaperEntries } from './create-paper-entries.tsx'
import { CreateUserForm } from './create-user-form.tsx'
import { type EntrySort, listPeople, type Person, editedUserIds, type UserSort } from './people-list.ts'
import styles from './people.module.css'
import { PersonRow } from './person-row.tsx'

const USER_SORT_OPTIONS = [
  { value: 'default', label: 'Default' },
  { value: 'email', label: 'By email' },
]

const ENTRY_SORT_OPTIONS = [
  { value: 'default', label: 'Default' },
  { value: 'active', label: 'Active first' },
  { value: 'eliminated', label: 'Eliminated first' },
]

interface PeopleScreenProps {
  /** What waits for the admin, above the list. */
  readonly queue: ReactNode
  /** Sections of other features beside the list. */
  readonly sections: readonly { readonly title: string; readonly content: ReactNode }[]
}

/** Every user with their entries. */
export function PeopleScreen({ queue, sections }: PeopleScreenProps) {
  const roster = useRoster()
  const { users, entries, refresh } = roster
  const mayChangeEntries = useMay('adminUpdateEntry')
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Admin Users & Entries"
        help="season#people"
        lead={
          mayChangeEntries
            ? 'Open a user to edit their account, their entries, and who is still in.'
            : 'Open a user to edit their account and to add entries.'
        }
      />
      <aside className={styles.aside} aria-label="User tools">
        <CollapsibleSection title="Create user" opensOnWidePages>
          <CreateUserForm refresh={refresh} />
        </CollapsibleSection>
        <CollapsibleSection title="Paper members">
          <CreatePaperEntries users={users.status === 'ready' ? users.rows : []} refresh={refresh} />
        </CollapsibleSection>
        {mayChangeEntries && (
          <CollapsibleSection title="All users and entries" opensOnWidePages>
            <AllUsersActions entries={entries.status === 'ready' ? entries.rows : undefined} refresh={refresh} />
          </CollapsibleSection>
        )}
        {sections.map(({ title, content }) => (
          <CollapsibleSection key={title} title={title}>
            {content}
          </CollapsibleSection>
        ))}
      </aside>
      <div className={styles.main}>
        <UndoNote />
        {queue}
        {entries.status === 'failed' && (
          <ErrorBox message={entries.message} retrying={entries.retrying} onRetry={entries.retry} />
        )}
        {users.status === 'failed' && <ErrorBox message={users.message} retrying={users.retrying} onRetry={users.retry} />}
        {users.status === 'loading' && <ListSkeleton label="Loading users…" />}
        {users.status === 'ready' && (
          <RowEdits>
            <People users={users.rows} entries={entries} refresh={refresh} />
            {mayChangeEntries && (
              <p>
                Deleting all users and entries is on <Link to="/admin/danger">Rehearsal and danger</Link>.
              </p>
            )}
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
  const loadedEntries = entries.status === 'ready' ? entries.rows : undefined
  const [search, setSearch] = useState('')
  const [activeOnly, setActiveOnly] = useState(false)
  const [userSort, setUserSort] = useState<UserSort>('default')
  const [entrySort, setEntrySort] = useState<EntrySort>('default')
  const [open, toggle] = useOpenUsers()
  const editedRows = useEditedRowIds()
  const deferredSearch = useDeferredValue(search)
  const people = useMemo(() => {
    const query = {
      search: deferredSearch,
      activeOnly,
      userSort,
      entrySort,
      editedIds: editedUserIds(editedRows, loadedEntries ?? []),
    }
    return listPeople(users, loadedEntries, query)
  }, [users, loadedEntries, deferredSearch, activeOnly, userSort, entrySort, editedRows])
  const showAll = (): void => {
    setSearch('')
    setActiveOnly(false)
  }
  return (
    <>
      <Counts counts={countsOf(users, loadedEntries)} />
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
        <EmptyState title="No users found" action={<Button onClick={showAll}>Show all users</Button>}>
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

function useOpenUsers(): readonly [ReadonlySet<number>, (userId: number) => void] {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const toggle = useCallback((userId: number) => setOpen((before) => before.symmetricDifference(new Set([userId]))), [])
  return [open, toggle]
}

function countsOf(users: readonly User[], entries: readonly { readonly is_eliminated: boolean }[] | undefined) {
  const counts: (readonly [number, string])[] = [[users.length, pluralize(users.length, 'user')]]
  if (entries === undefined) return counts
  const alive = entries.filter((entry) => !entry.is_eliminated).length
  return [...counts, [entries.length, pluralize(entries.length, 'entry', 'entries')], [alive, 'alive']] as const
}

interface CollapsibleSectionProps {
  readonly title: string
  readonly opensOnWidePages?: boolean
  readonly children: ReactNode
}

/** A section that starts closed, at least on a phone. */
function CollapsibleSection({ title, opensOnWidePages = false, children }: CollapsibleSectionProps) {
  const isWide = useWideLayout()
  const [open, setOpen] = useState(isWide && opensOnWidePages)
  return (
    <details className={styles.section} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.sectionTitle}>
        <h2>{title}</h2>
      </summary>
      <div className={styles.sectionBody}>{children}</div>
    </details>
  )
}
