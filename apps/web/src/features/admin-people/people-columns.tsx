import { ROLE_WORDS } from '@outlast/contract/role-words'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table/data-table.tsx'
import type { Person, PersonEntry } from './people-list.ts'
import styles from './people.module.css'

/** A user's name, how to reach them, and what they are and have. */
export const PEOPLE_COLUMNS: readonly Column<Person>[] = [
  { key: 'user', header: 'User', width: 150, grow: 2, cell: ({ user }) => `${user.first_name} ${user.last_name}` },
  {
    key: 'contact',
    header: 'Contact',
    width: 150,
    grow: 3,
    cell: ({ user: { email, mobile } }) => (
      <span className="note" title={email}>
        {email}
        {mobile !== null && ` · ${mobile}`}
      </span>
    ),
  },
  { key: 'entries', header: 'Entries', width: 130, grow: 2, cell: tagsOf },
]

function tagsOf({ user: { is_admin, roles, is_waiting }, entries }: Person) {
  return (
    <span className={styles.tags}>
      {is_admin && <Badge tone="accent">Admin</Badge>}
      {roles?.map((role) => (
        <Badge key={role}>{ROLE_WORDS[role].title}</Badge>
      ))}
      {is_waiting && <Badge tone="warn">Waiting</Badge>}
      {entries && <EntryTags entries={entries} />}
    </span>
  )
}

function EntryTags({ entries }: { readonly entries: readonly PersonEntry[] }) {
  if (entries.length === 0) return <Badge>No entries</Badge>
  const out = entries.filter((entry) => entry.is_eliminated).length
  const alive = entries.length - out
  return (
    <>
      {alive > 0 && <Badge tone="win">{alive} alive</Badge>}
      {out > 0 && <Badge tone="loss">{out} out</Badge>}
    </>
  )
}
