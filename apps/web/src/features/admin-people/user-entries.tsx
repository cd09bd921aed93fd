import type { User } from '@outlast/contract'
import { useEffect, useState } from 'react'
import { api, errorMessage } from '../../api/client.ts'
import { ErrorBox } from '../../components/ui/errors.tsx'
import { Loading } from '../../components/ui/loading.tsx'
import { EntryEditor, NewEntry } from './entry-editor.tsx'
import type { PersonEntry } from './people-list.ts'
import styles from './people.module.css'

interface UserEntriesProps {
  readonly user: User
  readonly entries: readonly PersonEntry[] | undefined
  readonly refresh: () => void
}

/** The entries of one account. Where the list of all entries could not be had, theirs are asked for alone (pool.md §7). */
export function UserEntries({ user, entries, refresh }: UserEntriesProps) {
  return (
    <section className={styles.entries} aria-labelledby={`entries-of-${user.id}`}>
      <h4 id={`entries-of-${user.id}`} className={styles.entriesTitle}>
        Entries
      </h4>
      {entries === undefined ? <EntriesAlone user={user} /> : <EntryList userId={user.id} entries={entries} refresh={refresh} />}
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
      {entries.length === 0 && <p className={styles.none}>No entries</p>}
      {entries.map((entry) => (
        <EntryEditor key={entry.id} entry={entry} refresh={refresh} />
      ))}
      <NewEntry userId={userId} refresh={refresh} />
    </>
  )
}

const FALLBACK = 'Failed to load entries'

function EntriesAlone({ user }: { readonly user: User }) {
  const [entries, setEntries] = useState<readonly PersonEntry[]>()
  const [error, setError] = useState<string | null>(null)
  const [times, setTimes] = useState(0)
  useEffect(() => {
    api.call('userEntries', { params: { id: user.id }, fallback: FALLBACK }).then(
      (rows) => {
        setEntries(rows)
        setError(null)
      },
      (failure: unknown) => setError(errorMessage(failure, FALLBACK)),
    )
  }, [user.id, times])
  const read = (): void => setTimes((before) => before + 1)
  if (error !== null) return <ErrorBox message={error} onRetry={read} />
  return entries === undefined ? <Loading /> : <EntryList userId={user.id} entries={entries} refresh={read} />
}
