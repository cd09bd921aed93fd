import type { EntryHistory } from '@outlast/contract'
import { weekTopic } from '@outlast/contract/live'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../desk/may.ts'
import { PickDialog } from '../../desk/pick-dialog.tsx'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import { currentTeam, type HistoryWeek, weekText } from '../../pool/pick-history/pick-change-text.ts'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'

interface ChangePickProps {
  readonly history: EntryHistory
  readonly week: HistoryWeek
}

/** Lets an admin change the pick that a dispute is about, beside what was recorded of it. */
export function ChangePick({ history, week }: ChangePickProps): ReactNode {
  const mayChange = useMay('overridePick')
  const [isOpen, setOpen] = useState(false)
  const view = viewOf(useTopic(isOpen ? weekTopic(week.week_id) : null))
  if (!mayChange) return null
  const { entry_id: entryId, entry_name: entryName, user_name: userName } = history
  return (
    <div>
      <Button size="small" onClick={() => setOpen(true)}>
        Change pick<VisuallyHidden> of {weekText(week)}</VisuallyHidden>
      </Button>
      {view !== undefined && (
        <PickDialog
          row={{ entryId, entryName, userName, team: currentTeam(week), isHidden: false }}
          week={view.week}
          games={view.games}
          open
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
