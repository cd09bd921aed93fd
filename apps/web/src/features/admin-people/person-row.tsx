import ChevronDown from 'lucide-react/dist/esm/icons/chevron-down.mjs'
import { ROLE_WORDS } from '@outlast/contract/role-words'
import { memo } from 'react'
import { shallow } from 'zustand/shallow'
import { Badge } from '../../ui/badge.tsx'
import type { Person, PersonEntry } from './people-list.ts'
import styles from './people.module.css'
import { UserEditor } from './user-editor.tsx'

interface PersonRowProps {
  readonly person: Person
  readonly open: boolean
  readonly onToggle: (userId: number) => void
  readonly refresh: () => void
}

/** A user's row, which expands to their editor. Closed rows render no form. */
export const PersonRow = memo(
  function PersonRow({ person, open, onToggle, refresh }: PersonRowProps) {
    const { id, first_name, last_name, email, mobile, is_admin, roles, is_waiting } = person.user
    return (
      <article className={styles.person} data-open={open}>
        <h3 className={styles.personHead}>
          <button
            type="button"
            className={styles.opener}
            aria-expanded={open}
            aria-controls={open ? `user-${id}` : undefined}
            onClick={() => onToggle(id)}
          >
            <span className={styles.name}>
              {first_name} {last_name}
            </span>
            <span className={styles.contact}>
              {email}
              {mobile !== null && ` · ${mobile}`}
            </span>
            <span className={styles.tags}>
              {is_admin && <Badge tone="accent">Admin</Badge>}
              {roles?.map((role) => (
                <Badge key={role}>{ROLE_WORDS[role].title}</Badge>
              ))}
              {is_waiting && <Badge tone="warn">Waiting</Badge>}
              {person.entries && <EntryTags entries={person.entries} />}
            </span>
            <ChevronDown className={styles.chevron} size={20} aria-hidden="true" />
          </button>
        </h3>
        {open && (
          <div id={`user-${id}`}>
            <UserEditor person={person} refresh={refresh} />
          </div>
        )}
      </article>
    )
  },
  (before, after) =>
    before.open === after.open &&
    before.onToggle === after.onToggle &&
    before.refresh === after.refresh &&
    before.person.user === after.person.user &&
    shallow(before.person.entries, after.person.entries),
)

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
