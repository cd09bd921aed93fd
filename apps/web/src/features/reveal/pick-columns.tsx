import { picksOfRow, type RevealRow } from '@outlast/views'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { easternTimeOfDay, preciseTime } from '../../clock/format.ts'
import type { Column } from '../../ui/table/data-table.tsx'
import { Lives } from '../../pool/lives.tsx'
import { makerName } from '../../pool/maker-name.ts'
import { resultSymbol } from '../../pool/pool-text.ts'
import { NoPick, TeamChip } from '../../pool/team-chip.tsx'
import { Badge } from '../../ui/badge.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import styles from './picks-table.module.css'

/** A row of the picks table. */
export interface PickTableRow extends RevealRow {
  /** Whether the entry belongs to the viewer. */
  readonly isOwn?: boolean | undefined
  /** Whose entry it is, where several of the week have the same name. */
  readonly owner?: string | undefined
  /** The lives that the entry has left, in a pool in which an entry begins with several. */
  readonly lives?: number | undefined
  /** How many picks it lacks, in a week in which it has others. */
  readonly missing?: number | undefined
}

const LIVES: Column<PickTableRow> = {
  key: 'lives',
  header: 'Lives',
  width: 60,
  cell: ({ lives }) => lives !== undefined && <Lives left={lives} of={lives} short />,
}

/** The columns of the picks table. Constant, so that a row renders again only when it changes. */
export const PICK_COLUMNS: readonly Column<PickTableRow>[] = [
  {
    key: 'entry',
    header: 'Entry',
    cell: entryCell,
    width: 112,
    sortable: true,
  },
  { key: 'team', header: 'Pick', cell: eachPick(pickCell), width: 76, sortable: true },
  { key: 'status', header: 'Status', cell: eachPick(statusCell), width: 124 },
]

/** The same in a pool in which an entry has several lives. */
export const PICK_COLUMNS_WITH_LIVES = [...PICK_COLUMNS.slice(0, 2), LIVES, ...PICK_COLUMNS.slice(2)]

function entryCell({ entry_id, entry_name, is_paper, isOwn, owner }: PickTableRow): ReactNode {
  return (
    <span className={`row ${styles.entry}`}>
      <Link className={styles.link} to={`/entry/${entry_id}`} title={entry_name}>
        <span className={styles.name}>
          {entry_name}
          {owner !== undefined && <span className={styles.owner}> {owner}</span>}
        </span>
      </Link>
      {is_paper && <span className={styles.byHand}>by hand</span>}
      {isOwn && <span className={styles.you}>You</span>}
    </span>
  )
}

type Pick = Omit<ReturnType<typeof picksOfRow>[number], 'id'>

const NO_PICK = {
  team_abbr: null,
  team_city: null,
  team_name: null,
  result: null,
  result_at: null,
  is_override: undefined,
  is_auto: undefined,
  made_by: undefined,
}

/** In a week that takes several picks, the cells of a row have a line for each. */
function eachPick(cell: (pick: Pick) => ReactNode): (row: PickTableRow) => ReactNode {
  return (row) => {
    const picks = picksOfRow(row)
    const missing = Array.from({ length: row.missing ?? 0 }, (_, i) => ({ ...row, ...NO_PICK, id: `missing-${i}` as const }))
    if (picks.length + missing.length === 1) return cell(row)
    return [...picks, ...missing].map((pick) => (
      <span key={pick.id} className={styles.line}>
        {cell(pick)}
      </span>
    ))
  }
}

function pickCell({ team_abbr, team_city, team_name, is_override, is_auto, made_by }: Pick): ReactNode {
  return (
    <span className={styles.pick}>
      {team_abbr === null ? <NoPick /> : <TeamChip abbr={team_abbr} isAuto={is_auto} />}
      {team_name !== null && (
        <span className={styles.wide}>
          {team_city} {team_name}
        </span>
      )}
      {made_by !== undefined && (
        <span className={styles.override} title={`picked by ${makerName(made_by)}`}>
          <Badge>
            <span aria-hidden="true">↷</span>
            <VisuallyHidden>picked by {makerName(made_by)}</VisuallyHidden>
          </Badge>
        </span>
      )}
      {is_override && (
        <span className={styles.override} title="changed by an admin">
          <Badge tone="warn">
            <span aria-hidden="true">✎</span>
            <VisuallyHidden>changed by an admin</VisuallyHidden>
          </Badge>
        </span>
      )}
    </span>
  )
}

function statusCell({ result, result_at }: Pick): ReactNode {
  if (result === null) return <span aria-hidden="true">–</span>
  return (
    <span className={styles.status} data-result={result}>
      <span aria-hidden="true">{resultSymbol(result)}</span> {result}
      {result_at !== null && (
        <span className={styles.asOf}>
          {' '}
          <span className={styles.wide}>as of </span>
          <time dateTime={result_at} title={preciseTime(result_at)}>
            {easternTimeOfDay(result_at)}
          </time>
        </span>
      )}
    </span>
  )
}
