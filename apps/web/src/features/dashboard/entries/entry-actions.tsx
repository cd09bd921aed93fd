import { useState } from 'react'
import { write } from '../../../api/client.ts'
import { useAction } from '../../../ui/forms/use-action.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useConfirm } from '../../../ui/overlays/confirm.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { ErrorText } from '../../../ui/errors.tsx'
import type { BoardEntry } from '../board/board.ts'

interface EntryActionsProps {
  readonly entry: BoardEntry
  /** Whether it can be renamed and deleted. */
  readonly canManage: boolean
  readonly onRename: () => void
  readonly onWritten: () => void
  readonly onDeleted: () => void
}

const ProxyDialog = lazyPart(() => import('../../../pool/proxies/proxy-dialog.tsx').then((module) => module.ProxyDialog))

/** The menu with which members rename and delete an entry, and let somebody pick for it. */
export function EntryActions({ entry, canManage, onRename, onWritten, onDeleted }: EntryActionsProps) {
  const confirm = useConfirm()
  const [isNaming, setNaming] = useState(false)
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
  const canName = entry.proxy === undefined && entry.isPaper !== true && entry.standing?.status === 'alive'
  const items = [
    ...(canName ? [{ label: 'Let somebody pick for you', onSelect: () => setNaming(true) }] : []),
    ...(canManage
      ? [
          { label: 'Rename', onSelect: onRename },
          { label: 'Delete', onSelect: () => void confirmAndRemove(), danger: true },
        ]
      : []),
  ]
  return (
    <>
      {items.length > 0 && <Menu label={`More options for ${entry.name}`} items={items} />}
      {isNaming && <ProxyDialog entry={entry} onClose={() => setNaming(false)} onWritten={onWritten} />}
      <ErrorText>{remove.error}</ErrorText>
    </>
  )
}
