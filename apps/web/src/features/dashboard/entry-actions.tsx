import { write } from '../../api/client.ts'
import { useConfirm } from '../../components/ui/confirm.tsx'
import { ErrorText } from '../../components/ui/error-text.tsx'
import { Menu } from '../../components/ui/menu.tsx'
import { useAction } from '../../lib/use-action.ts'
import type { BoardEntry } from './board.ts'

interface EntryActionsProps {
  readonly entry: BoardEntry
  readonly onRename: () => void
  readonly onWritten: () => void
  readonly onDeleted: () => void
}

/** Rename and delete. */
export function EntryActions({ entry, onRename, onWritten, onDeleted }: EntryActionsProps) {
  const confirm = useConfirm()
  const remove = useAction(
    async () => {
      await write('deleteEntry', { params: { id: entry.id } })
      onWritten()
      onDeleted()
    },
    { success: 'Entry deleted', fallback: 'Delete failed' },
  )
  const ask = async (): Promise<void> => {
    const question = { title: `Delete “${entry.name}”?`, message: 'This cannot be undone', confirmLabel: 'Delete', danger: true }
    if (await confirm(question)) await remove.run()
  }
  return (
    <>
      <Menu
        label={`More for ${entry.name}`}
        items={[
          { label: 'Rename', onSelect: onRename },
          { label: 'Delete', onSelect: () => void ask(), danger: true },
        ]}
      />
      <ErrorText>{remove.error}</ErrorText>
    </>
  )
}
