import type { AdminPickRow } from '@outlast/contract'
import { type GameInfo, type PoolView, type WeekView } from '@outlast/contract/live'
import { resultsOf, standingsOf } from '@outlast/views'
import { useMemo, useState } from 'react'
import { api } from '../../api/client.ts'
import { PickDialog } from '../../desk/pick-dialog.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { useStoredChoice } from '../../lib/local-storage.ts'
import { useTopicView } from '../../live/use-topic.ts'
import styles from './admin-weeks.module.css'
import { HiddenPicksNote } from './hidden-picks-note.tsx'
import { OverrideForm } from './override-form.tsx'
import { DeletePickDialog } from './delete-pick-dialog.tsx'
import {
  eligibleEntries,
  emptyRow,
  describeLoaded,
  entriesWithoutRow,
  PICK_SORTS,
  type PickRow,
  toPickRow,
  sortRows,
  addMissingRows,
} from './pick-rows.ts'
import { PickActionsContext, PicksTable } from './picks-table.tsx'
import { usePicks } from './use-picks.ts'

const SORT_LABELS = {
  default: 'Default',
  'no-pick': 'No-pick first',
  entry: 'By entry',
  user: 'By user',
  email: 'By email',
} as const
const SORT_OPTIONS = PICK_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))

type DialogRequest = { readonly action: 'change' | 'remove'; readonly row: PickRow; readonly serial: number }

/** The picks of the selected week, with tools to change them. */
export function PicksCard({ view }: { readonly view: WeekView }) {
  const { week, games } = view
  const picks = usePicks(week.id)
  const [sort, setSort] = useStoredChoice('admin-picks-sort', PICK_SORTS, 'default')
  const listed = usePickRows(picks.rows, view)
  const { rows: unsorted, load } = useEligibleEntries(listed, week.season_year)
  const rows = useMemo(() => sortRows(unsorted, sort), [unsorted, sort])
  return (
    <Card title="Picks" actions={<PickCount rows={rows} />}>
      <HiddenPicksNote week={week} reload={picks.reload} />
      <div className={styles.tools}>
        <SelectField
          label="Sort"
          value={sort}
          options={SORT_OPTIONS}
          onChange={(event) => setSort(PICK_SORTS.find((value) => value === event.target.value) ?? 'default')}
        />
        <Button className={styles.beside} pending={load.pending} onClick={() => load.run()}>
          Load eligible entries without picks
        </Button>
      </div>
      <ErrorText>{load.error}</ErrorText>
      {picks.error !== null && <ErrorBox message={picks.error} onRetry={picks.reload} />}
      {picks.rows === undefined && picks.error === null && <Skeleton height={240} />}
      {picks.rows !== undefined && <TableWithDialogs rows={rows} week={week} games={games} reload={picks.reload} />}
      <OverrideForm week={week} games={games} reload={picks.reload} />
    </Card>
  )
}

function PickCount({ rows }: { readonly rows: readonly PickRow[] }) {
  const complete = rows.filter((row) => row.isComplete).length
  return <p className="note">{`${complete} of ${rows.length} picked`}</p>
}

function usePickRows(rows: readonly AdminPickRow[] | undefined, view: WeekView): readonly PickRow[] {
  return useMemo(() => {
    const results = resultsOf(view)
    return (rows ?? []).map((row) => toPickRow(row, results, view.week.picks))
  }, [rows, view])
}

const isCurrentSeason = (year: number) => (pool: PoolView) =>
  pool.weeks.find(({ id }) => id === pool.current_week_id)?.season_year === year

/** Adds rows, on request, for alive entries that missed the week's lock: created after it, or reactivated. */
function useEligibleEntries(listed: readonly PickRow[], seasonYear: number) {
  const [added, setAdded] = useState<readonly PickRow[]>([])
  const season = useTopicView(`season:${seasonYear}`, (view) => ({ standings: standingsOf(view) }))
  const admin = useTopicView('admin', ({ entries }) => ({ entries }))
  const isCurrent = useTopicView('pool', isCurrentSeason(seasonYear)) ?? true
  // The answer says who is out in the current season, and is newer than the live view.
  const isOut = (entry: { readonly id: number; readonly is_eliminated: boolean }): boolean => {
    const standing = isCurrent ? undefined : season?.standings.get(entry.id)
    return standing === undefined ? entry.is_eliminated : standing.status === 'out'
  }
  const rows = useMemo(() => {
    const ids = new Set(admin?.entries.map(({ id }) => id))
    return addMissingRows(
      listed,
      added.filter(({ entryId }) => ids.has(entryId) && season?.standings.get(entryId)?.status !== 'out'),
    )
  }, [listed, added, admin, season])
  const load = useAction(
    async () => {
      const entries = await api.call('adminListEntries', { fallback: 'Failed to load eligible entries' })
      const eligible = eligibleEntries(entries, rows, isOut)
      const missing = entriesWithoutRow(eligible, rows)
      setAdded((before) => addMissingRows(before, missing.map(emptyRow)))
      return describeLoaded(eligible.length, rows.length, missing.length)
    },
    { success: (text) => text, fallback: 'Failed to load eligible entries' },
  )
  return { rows, load }
}

interface TableWithDialogsProps {
  readonly rows: readonly PickRow[]
  readonly week: WeekView['week']
  readonly games: readonly GameInfo[]
  readonly reload: () => void
}

function TableWithDialogs({ rows, week, games, reload }: TableWithDialogsProps) {
  const [request, setRequest] = useState<DialogRequest>()
  const [open, setOpen] = useState(false)
  const actions = useMemo(() => {
    const openDialog = (action: DialogRequest['action'], row: PickRow): void => {
      setRequest((last) => ({ action, row, serial: (last?.serial ?? 0) + 1 }))
      setOpen(true)
    }
    return { change: (row: PickRow) => openDialog('change', row), remove: (row: PickRow) => openDialog('remove', row) }
  }, [])
  const dialog = request && { row: request.row, week, open, onClose: () => setOpen(false), reload }
  return (
    <PickActionsContext value={actions}>
      <PicksTable
        weekNumber={week.week_number}
        rows={rows}
        empty={<EmptyState title="No entries yet">Members create their entries on their dashboard.</EmptyState>}
      />
      {dialog && request.action === 'change' && <PickDialog key={request.serial} {...dialog} games={games} />}
      {dialog && request.action === 'remove' && <DeletePickDialog key={request.serial} {...dialog} games={games} />}
    </PickActionsContext>
  )
}
