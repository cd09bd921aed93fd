import type { User } from '@outlast/contract'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { Counts, ListSkeleton, Toolbar } from '../../desk/admin-list.tsx'
import { useMay } from '../../desk/may.ts'
import { type Roster, useRoster } from '../../desk/roster.ts'
import { RowEdits, useEditedRowIds } from '../../desk/row-edits.tsx'
import { UndoNote } from '../../desk/undo-note.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
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
import { PEOPLE_COLUMNS } from './people-columns.tsx'
import { UserEditor } from './user-editor.tsx'

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

const userId = ({ user }: Person): number => user.id

interface PeopleProps extends Pick<Roster, 'entries' | 'refresh'> {
  readonly users: readonly User[]
}

function People({ users, entries, refresh }: PeopleProps) {
  const loadedEntries = entries.status === 'ready' ? entries.rows : undefined
  const [search, setSearch] = useState('')
  const [activeOnly, setActiveOnly] = useState(false)
  const [userSort, setUserSort] = useState<UserSort>('default')
  const [entrySort, setEntrySort] = useState<EntrySort>('default')
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const toggle = useCallback(({ user }: Person) => setOpen((before) => before.symmetricDifference(new Set([user.id]))), [])
  const isOpen = useCallback(({ user }: Person) => open.has(user.id), [open])
  const editor = useCallback(
    (person: Person) => isOpen(person) && <UserEditor person={person} refresh={refresh} />,
    [isOpen, refresh],
  )
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
      <DataTable
        label="Users"
        rows={people}
        columns={PEOPLE_COLUMNS}
        rowKey={userId}
        maxHeight="page"
        stacksBelow={720}
        onRowClick={toggle}
        isOpen={isOpen}
        below={editor}
        empty={
          <EmptyState title="No users found" action={<Button onClick={showAll}>Show all users</Button>}>
            {activeOnly ? 'No user with an active entry matches.' : 'No user matches the search.'}
          </EmptyState>
        }
      />
    </>
  )
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
