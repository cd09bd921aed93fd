import { write } from '../../../api/client.ts'
import { useAction } from '../../../ui/forms/use-action.ts'
import { useConfirm } from '../../../ui/overlays/confirm.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { ErrorText } from '../../../ui/errors.tsx'
import type { BoardEntry } from '../board/board.ts'

interface EntryActionsProps {
  readonly entry: BoardEntry
  readonly onRename: () => void
  readonly onWritten: () => void
  readonly onDeleted: () => void
}

/** The menu with which members rename and delete an entry. */
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
  const confirmAndRemove = async (): Promise<void> => {
    const question = { title: `Delete “${entry.name}”?`, message: 'This cannot be undone', confirmLabel: 'Delete', danger: true }
    if (await confirm(question)) await remove.run()
  }
  return (
    <>
      <Menu
        label={`More options for ${entry.name}`}
        items={[
          { label: 'Rename', onSelect: onRename },
          { label: 'Delete', onSelect: () => void confirmAndRemove(), danger: true },
        ]}
      />
      <ErrorText>{remove.error}</ErrorText>
    </>
  )
}
