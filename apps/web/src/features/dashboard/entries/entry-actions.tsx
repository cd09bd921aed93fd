import { write } from '../../../api/client.ts'
import { useConfirm } from '../../../components/overlays/confirm.tsx'
import { ErrorText } from '../../../components/ui/errors.tsx'
import { Menu } from '../../../components/overlays/menu.tsx'
import { useAction } from '../../../components/forms/use-action.ts'
import type { BoardEntry } from '../board/board.ts'

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
