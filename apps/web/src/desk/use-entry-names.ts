import { entryLabel } from '@outlast/contract/entry-label'
import { useMemo } from 'react'
import { useTopicView } from '../live/use-topic.ts'

interface Named {
  readonly id: number
  readonly name: string
}

/** Returns a function that names an entry with its member, because a name such as “Entry 1” says nothing alone. */
export function useEntryNames(): (entry: Named) => string {
  const entries = useTopicView('admin', (view) => ({ entries: view.entries }))?.entries
  return useMemo(() => {
    const people = new Map(entries?.map(({ id, user_name }) => [id, user_name]))
    return ({ id, name }) => entryLabel({ name, user_name: people.get(id) })
  }, [entries])
}
