import { entryLabel } from '@outlast/contract/entry-label'
import type { AdminEntry } from '@outlast/contract'
import type { PoolView } from '@outlast/contract/live'
import { useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { formatNumber } from '../../lib/numbers.ts'
import { write } from '../../api/client.ts'
import { ListSkeleton, Toolbar } from '../../desk/admin-list.tsx'
import { AskAll } from '../../desk/ask-all.tsx'
import { useRoster } from '../../desk/roster.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { answersOf } from '../../desk/same-again.ts'
import { Badge } from '../../ui/badge.tsx'
import { Bar } from '../../ui/bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import styles from './season.module.css'

interface StartedSeasonProps {
  readonly pool: PoolView
  readonly year: number
}

/** A season that was started: the remaining steps, and which entries take part. */
export function StartedSeason({ pool, year }: StartedSeasonProps) {
  const { entries, refresh } = useRoster()
  const rows = entries.status === 'ready' ? entries.rows : undefined
  const { open, joined } = answersOf(rows ?? [], year)
  return (
    <div className={styles.columns}>
      <Card title={`Before week 1 of ${year}`}>
        <Checklist pool={pool} year={year} />
      </Card>
      <Card title={`Who plays ${year}`}>
        {entries.status === 'loading' && <ListSkeleton label="Loading entries…" />}
        {entries.status === 'failed' && (
          <ErrorBox message={entries.message} onRetry={entries.retry} retrying={entries.retrying} />
        )}
        {rows !== undefined && (
          <>
            <p className="stack2">
              <span>
                <strong className={styles.number}>{formatNumber(joined)}</strong> of {formatNumber(rows.length)} entries are in
              </span>
              <Bar value={joined} max={rows.length} />
            </p>
            <AskAll open={open} year={year} onRenewed={refresh} />
            <Answers rows={rows} year={year} onRenewed={refresh} />
          </>
        )}
      </Card>
    </div>
  )
}

function Checklist({ pool: { weeks, current_week_id }, year }: StartedSeasonProps) {
  const own = weeks.filter((week) => week.season_year === year)
  const isCurrent = own.some((week) => week.id === current_week_id)
  return (
    <ol className="stack3">
      <Step isDone={own.some((week) => week.is_locked)} isOptional>
        <Link to="/admin/rules">Look at the rules</Link> and the entry fee: they can be changed until week 1 locks
      </Step>
      <Step isDone={isCurrent}>
        <Link to="/admin">Open week 1</Link> on the desk: until then everybody sees the season before, with its champion
      </Step>
    </ol>
  )
}

interface StepProps {
  readonly isDone: boolean
  readonly isOptional?: boolean
  readonly children: React.ReactNode
}

function Step({ isDone, isOptional = false, children }: StepProps) {
  const mark = isDone ? 'Done' : isOptional ? 'Optional' : 'To do'
  return (
    <li className={styles.step}>
      <Badge tone={isDone ? 'win' : 'accent'}>{mark}</Badge>
      <span>{children}</span>
    </li>
  )
}

interface AnswersProps {
  readonly rows: readonly AdminEntry[]
  readonly year: number
  readonly onRenewed: () => void
}

/** Every entry with its answer; those that are not in come first. */
function Answers({ rows, year, onRenewed }: AnswersProps) {
  const [search, setSearch] = useState('')
  const text = useDeferredValue(search).trim().toLowerCase()
  const columns = useMemo(() => columnsOf(year, onRenewed), [year, onRenewed])
  const shown = useMemo(
    () =>
      rows
        .filter(({ name, user_name, user_email }) => `${name} ${user_name} ${user_email}`.toLowerCase().includes(text))
        .sort((a, b) => Number(b.renew_season === year) - Number(a.renew_season === year) || a.name.localeCompare(b.name)),
    [rows, text, year],
  )
  return (
    <>
      <Toolbar hint="Entry, name or email" search={search} onSearch={setSearch} />
      <DataTable
        label={`Entries and the ${year} season`}
        rows={shown}
        columns={columns}
        rowKey={(entry) => entry.id}
        rowHeight={52}
        empty={<EmptyState title={rows.length === 0 ? 'No entries yet' : `No entries match “${search}”`} />}
      />
    </>
  )
}

function columnsOf(year: number, onRenewed: () => void): readonly Column<AdminEntry>[] {
  return [
    {
      key: 'entry',
      header: 'Entry',
      cell: (entry) => (
        <span className={styles.entry}>
          <strong>{entry.name}</strong>
          <span className="note">{entry.user_name}</span>
        </span>
      ),
    },
    {
      key: 'answer',
      header: String(year),
      align: 'end',
      width: 88,
      cell: (entry) =>
        entry.renew_season === year ? <Renew entry={entry} onRenewed={onRenewed} /> : <Badge tone="win">In</Badge>,
    },
  ]
}

function Renew({ entry, onRenewed }: { readonly entry: AdminEntry; readonly onRenewed: () => void }) {
  const renew = useAction(() => write('adminRenewEntry', { params: { id: entry.id } }).finally(onRenewed), {
    success: `${entryLabel(entry)} is in`,
    fallback: 'Failed to renew the entry',
  })
  return (
    <>
      <Button size="small" pending={renew.pending} aria-label={`Renew ${entryLabel(entry)}`} onClick={() => renew.run()}>
        Renew
      </Button>
      <ErrorText>{renew.error}</ErrorText>
    </>
  )
}
