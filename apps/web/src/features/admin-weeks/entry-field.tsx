import { entryLabel } from '@outlast/contract/entry-label'
import { parseWholeNumber } from '../../lib/numbers.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { NameField } from '../../pool/name-field/name-field.tsx'
import type { FoundName } from '../../pool/name-field/name-search.ts'

interface EntryFieldProps {
  /** An ID, or a part of a name. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Chooses an entry by its name, by its member's, or by its ID. Choosing a match fills in its ID. */
export function EntryField({ value, onChange }: EntryFieldProps) {
  const entries = useTopicView('admin', (view) => view.entries)
  const id = parseWholeNumber(value)
  return (
    <NameField
      label="Entry ID"
      placeholder="Name, member or ID"
      hint={<Chosen id={id} entries={entries} />}
      names={entries ?? []}
      value={value}
      onChange={onChange}
      onChoose={(entry) => onChange(String(entry.id))}
      isComplete={id !== undefined}
    />
  )
}

interface ChosenProps {
  readonly id: number | undefined
  readonly entries: readonly FoundName[] | undefined
}

/** Says which entry the ID belongs to. */
function Chosen({ id, entries }: ChosenProps) {
  if (id === undefined) return 'Type a part of a name'
  const entry = entries?.find((candidate) => candidate.id === id)
  return entry === undefined ? 'No such entry' : entryLabel(entry)
}
