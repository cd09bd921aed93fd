import type { AdminPickRow } from '@outlast/contract'
import { type GameInfo, resultsOf, standingsOf, type WeekView } from '@outlast/contract/live'
import { useMemo, useState } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { ErrorBox, ErrorText } from '../../components/ui/errors.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import { useTopicView } from '../../live/use-topic.ts'
import { useAction } from '../../components/forms/use-action.ts'
import { useStoredChoice } from '../../lib/local-storage.ts'
import styles from './admin-weeks.module.css'
import { eligibleEntries, loadedText, missingEntries } from './pick-rows.ts'
import { OverrideForm } from './override-form.tsx'
import { PickActionsContext } from './picks-table.tsx'
import { DeletePickDialog, PickDialog } from './pick-dialog.tsx'
import { emptyRow, PICK_SORTS, type PickRow, pickRow, sortedRows, withLoaded } from './pick-rows.ts'
import { PicksTable } from './picks-table.tsx'
import { Unmask } from './unmask-picks.tsx'
import { usePicks } from './use-picks.ts'

const SORT_LABELS = {
  default: 'Default',
  'no-pick': 'No-pick first',
  entry: 'By entry',
  user: 'By user',
  email: 'By email',
} as const
const SORT_OPTIONS = PICK_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))

type Asked = { readonly what: 'change' | 'remove'; readonly row: PickRow; readonly serial: number }

/** Every pick of the selected week. */
export function PicksCard({ view }: { readonly view: WeekView }) {
  const { week, games } = view
  const picks = usePicks(week.id)
  const [sort, setSort] = useStoredChoice('admin-picks-sort', PICK_SORTS, 'default')
  const listed = useRows(picks.rows, view)
  const { rows: all, load } = useLoaded(listed, week.season_year)
  const rows = useMemo(() => sortedRows(all, sort), [all, sort])
  return (
    <Card title="Picks" actions={<Count rows={rows} />}>
      <Unmask week={week} reload={picks.reload} />
      <div className={styles.tools}>
        <SelectField
          label="Sort"
          value={sort}
          options={SORT_OPTIONS}
          onChange={(event) => setSort(PICK_SORTS.find((one) => one === event.target.value) ?? 'default')}
        />
        <Button className={styles.beside} pending={load.pending} onClick={() => load.run()}>
          Load eligible entries without picks
        </Button>
      </div>
      <ErrorText>{load.error}</ErrorText>
      {picks.error !== null && <ErrorBox message={picks.error} onRetry={picks.reload} />}
      {picks.rows === undefined && picks.error === null && <Skeleton height={240} />}
      {picks.rows !== undefined && <TableWithDialogs rows={rows} week={week} games={games} reload={picks.reload} />}
      <OverrideForm week={week} reload={picks.reload} />
    </Card>
  )
}

function Count({ rows }: { readonly rows: readonly PickRow[] }) {
  const picked = rows.filter((row) => row.pickId !== null).length
  return <p className={styles.muted}>{`${picked} of ${rows.length} picked`}</p>
}

function useRows(rows: readonly AdminPickRow[] | undefined, view: WeekView): readonly PickRow[] {
  return useMemo(() => {
    const results = resultsOf(view)
    return (rows ?? []).map((row) => pickRow(row, results))
  }, [rows, view])
}

/** Entries that are alive but went not into the week (made after its lock, or reinstated): shown when they are asked for. */
function useLoaded(listed: readonly PickRow[], seasonYear: number) {
  const [loaded, setLoaded] = useState<readonly PickRow[]>([])
  const standings = useTopicView(`season:${seasonYear}`, (view) => ({ of: standingsOf(view) }))
  const known = useTopicView('admin', ({ entries }) => ({ entries }))
  const isOut = (id: number, otherwise: boolean): boolean => {
    const standing = standings?.of.get(id)
    return standing === undefined ? otherwise : standing.status === 'out'
  }
  const rows = useMemo(() => {
    const ids = new Set(known?.entries.map(({ id }) => id))
    return withLoaded(
      listed,
      loaded.filter(({ entryId }) => ids.has(entryId) && standings?.of.get(entryId)?.status !== 'out'),
    )
  }, [listed, loaded, known, standings])
  const load = useAction(
    async () => {
      const entries = await api.call('adminListEntries', { fallback: 'Failed to load eligible entries' })
      const eligible = eligibleEntries(entries, rows, (entry) => isOut(entry.id, entry.is_eliminated))
      const missing = missingEntries(eligible, rows)
      setLoaded((held) => withLoaded(held, missing.map(emptyRow)))
      return loadedText(eligible.length, rows.length, missing.length)
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
  const [asked, setAsked] = useState<Asked>()
  const [open, setOpen] = useState(false)
  const actions = useMemo(() => {
    const ask = (what: Asked['what'], row: PickRow): void => {
      setAsked((last) => ({ what, row, serial: (last?.serial ?? 0) + 1 }))
      setOpen(true)
    }
    return { change: (row: PickRow) => ask('change', row), remove: (row: PickRow) => ask('remove', row) }
  }, [])
  const dialog = asked && { row: asked.row, week, open, onClose: () => setOpen(false), reload }
  return (
    <PickActionsContext value={actions}>
      <PicksTable
        weekNumber={week.week_number}
        rows={rows}
        empty={<EmptyState title="No entries yet">Members create their entries on their dashboard.</EmptyState>}
      />
      {dialog && asked.what === 'change' && <PickDialog key={asked.serial} {...dialog} games={games} />}
      {dialog && asked.what === 'remove' && <DeletePickDialog key={asked.serial} {...dialog} />}
    </PickActionsContext>
  )
}
