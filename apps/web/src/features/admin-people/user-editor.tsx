import type { User } from '@outlast/contract'
import { powersOf } from '@outlast/domain/rules'
import { useCallback } from 'react'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { EditConflict } from '../../desk/admin-list.tsx'
import { useMay } from '../../desk/may.ts'
import { type RowEdit, useRowEdit } from '../../desk/row-edits.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { MobileField } from '../../ui/forms/mobile-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useConfirmCalls } from '../../desk/confirm-call.tsx'
import { hasConsequences } from '../../desk/consequence-text.ts'
import { useConfirm } from '../../ui/overlays/confirm.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { Loading } from '../../ui/loading.tsx'
import { BulkStatus, useBulkUpdate } from './bulk-update.tsx'
import { EntryEditor, NewEntry } from './entry-editor.tsx'
import { useUser } from '../../session/session.ts'
import type { Person, PersonEntry } from './people-list.ts'
import { RolesEditor } from './roles-editor.tsx'
import styles from './people.module.css'

interface UserValues {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly mobile: string
}

const LABELS = {
  first_name: 'first name',
  last_name: 'last name',
  email: 'email',
  mobile: 'mobile',
} as const satisfies Record<keyof UserValues, string>

const handsOf = ({ is_admin: isAdmin, roles }: User) => ({ isAdmin, roles })
const nameOf = ({ first_name, last_name }: User): string => `${first_name} ${last_name}`

/** Edits one user and their entries. */
export function UserEditor({ person, refresh }: { readonly person: Person; readonly refresh: () => void }) {
  const { user, entries } = person
  const mayDecide = useMay('adminDeleteUser')
  const editor = useUser()
  const own = powersOf(handsOf(editor))
  // Whoever changes an address could sign in through it (docs/rules.md §11.10).
  const mayChange = editor.id === user.id || powersOf(handsOf(user)).every((power) => own.includes(power))
  return (
    <div className={styles.editor}>
      {mayChange ? (
        <UserForm user={user} entries={entries ?? []} refresh={refresh} />
      ) : (
        <p className="note">Only an admin changes this profile: {nameOf(user)} may do more than you.</p>
      )}
      {mayDecide && <RolesEditor user={user} refresh={refresh} />}
      <UserEntries user={user} entries={entries} refresh={refresh} />
    </div>
  )
}

interface UserFormProps {
  readonly user: User
  readonly entries: readonly PersonEntry[]
  readonly refresh: () => void
}

function UserForm({ user, entries, refresh }: UserFormProps) {
  const { id, first_name, last_name, email, mobile } = user
  const edit = useRowEdit<UserValues>(`user:${id}`, { first_name, last_name, email, mobile: mobile ?? '' })
  const confirm = useConfirm()
  const confirmCalls = useConfirmCalls()
  const isOwn = useUser().id === id
  const mayDelete = useMay('adminDeleteUser')
  const save = async (): Promise<void> => {
    if (!isOwn && 'email' in edit.changes && !(await confirm(emailWarning(user)))) return
    const body = edit.dirty ? edit.changes : edit.values
    const question = { title: `Change ${nameOf(user)}?`, confirmLabel: 'Save User', danger: true }
    const calls = [{ call: 'adminUpdateUser', params: { id }, body }] as const
    const confirmed = await confirmCalls(question, calls, { onlyIf: hasConsequences })
    if (confirmed === undefined) return
    const messages = { success: 'User updated', fallback: 'Failed to update user' }
    if (await edit.run(() => write('adminUpdateUser', { params: { id }, body, ...confirmed }), messages)) refresh()
  }
  const remove = async (): Promise<void> => {
    const message = 'Delete this user and all their entries and picks? This cannot be undone.'
    const question = { title: `Delete ${nameOf(user)}?`, message, confirmLabel: 'Delete User', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'adminDeleteUser', params: { id } }])
    if (confirmed === undefined) return
    const messages = { success: 'User deleted', fallback: 'Failed to delete user' }
    if (await edit.run(() => write('adminDeleteUser', { params: { id }, ...confirmed }), messages)) refresh()
  }
  return (
    <Form onSubmit={save} label={`User ${nameOf(user)}`}>
      <UserFields edit={edit} isOwn={isOwn} />
      {edit.conflicts.length > 0 && (
        <EditConflict
          current={`New: ${describeConflicts(edit.conflicts, user)}.`}
          rowName={nameOf(user)}
          onDiscard={edit.discard}
        />
      )}
      <ErrorText>{edit.error}</ErrorText>
      <div className="line">
        <Button type="submit" size="small" variant="primary" pending={edit.pending}>
          Save User
        </Button>
        {mayDelete && (
          <Button size="small" variant="danger" pending={edit.pending} onClick={remove}>
            Delete User
          </Button>
        )}
        {mayDelete && entries.length > 0 && <UserBulk user={user} entries={entries} refresh={refresh} />}
      </div>
    </Form>
  )
}

/** Asks before an admin changes somebody else's email, because of what that does to the member. */
function emailWarning(user: User) {
  return {
    title: `Change the email of ${nameOf(user)}?`,
    message:
      'All their logins end, and the picks they made so far are sealed until the weeks lock, unless they confirm the change through a link that we mail to the old address. The audit trail tells everyone that you changed it.',
    confirmLabel: 'Change Email',
    danger: true,
  }
}

interface UserFieldsProps {
  readonly edit: RowEdit<UserValues>
  /** Whether the user is the admin. */
  readonly isOwn: boolean
}

function UserFields({ edit: { values, fieldErrors, pending, set }, isOwn }: UserFieldsProps) {
  const fieldProps = (name: 'first_name' | 'last_name' | 'email' | 'mobile') => ({
    value: values[name],
    error: fieldErrors[name],
    readOnly: pending,
    autoComplete: 'off',
    onChange: (event: { readonly target: { readonly value: string } }) => set({ [name]: event.target.value }),
  })
  return (
    <div className={styles.fields}>
      <TextField label="First name" {...fieldProps('first_name')} />
      <TextField label="Last name" {...fieldProps('last_name')} />
      <TextField
        label="Email"
        type="email"
        {...fieldProps('email')}
        {...(isOwn ? { readOnly: true, hint: 'Change your own email on your account page.' } : {})}
      />
      <MobileField label="Mobile" {...fieldProps('mobile')} />
    </div>
  )
}

/** Lists the new values of fields that another admin changed: `email zoe@club.example, mobile none`. */
function describeConflicts(fields: readonly (keyof UserValues)[], user: User): string {
  return fields.map((key) => `${LABELS[key]} ${user[key] ?? 'none'}`).join(', ')
}

function UserBulk({ user, entries, refresh }: UserFormProps) {
  const bulk = useBulkUpdate(refresh)
  const updateAll = async (isEliminated: boolean): Promise<void> => {
    const verb = isEliminated ? 'Eliminate' : 'Activate'
    const message = isEliminated
      ? 'This takes all their entries out of the pool from the current week on.'
      : 'This brings all their entries back in. Losses so far are waived.'
    const title = `${verb} all entries of ${nameOf(user)}?`
    const question = { title, message, confirmLabel: `${verb} All`, danger: isEliminated }
    await bulk.run(question, entries, isEliminated)
  }
  return (
    <>
      <Button size="small" pending={bulk.isRunning} onClick={() => updateAll(false)}>
        Activate All
      </Button>
      <Button size="small" pending={bulk.isRunning} onClick={() => updateAll(true)}>
        Eliminate All
      </Button>
      <BulkStatus state={bulk.state} />
    </>
  )
}

interface UserEntriesProps {
  readonly user: User
  readonly entries: readonly PersonEntry[] | undefined
  readonly refresh: () => void
}

/** The entries of one user. When the list of all entries failed to load, this user's entries are loaded separately. */
function UserEntries({ user, entries, refresh }: UserEntriesProps) {
  return (
    <section className="stack3" aria-labelledby={`entries-of-${user.id}`}>
      <h3 id={`entries-of-${user.id}`} className={styles.entriesTitle}>
        Entries
      </h3>
      {entries === undefined ? (
        <SeparatelyLoadedEntries user={user} />
      ) : (
        <EntryList userId={user.id} entries={entries} refresh={refresh} />
      )}
    </section>
  )
}

interface EntryListProps {
  readonly userId: number
  readonly entries: readonly PersonEntry[]
  readonly refresh: () => void
}

function EntryList({ userId, entries, refresh }: EntryListProps) {
  return (
    <>
      {entries.length === 0 && <p className="muted">No entries</p>}
      {entries.map((entry) => (
        <EntryEditor key={entry.id} entry={entry} refresh={refresh} />
      ))}
      <NewEntry userId={userId} refresh={refresh} />
    </>
  )
}

function SeparatelyLoadedEntries({ user }: { readonly user: User }) {
  const fetch = useCallback(() => api.call('userEntries', { params: { id: user.id }, fallback: FAILED }), [user.id])
  const { data: entries, error, refetch } = useQuery<readonly PersonEntry[]>(fetch, FAILED)
  if (error !== null) return <ErrorBox message={error} />
  return entries === undefined ? <Loading /> : <EntryList userId={user.id} entries={entries} refresh={refetch} />
}

const FAILED = 'Failed to load entries'
