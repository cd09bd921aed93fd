import type { ImportedPicksRow, ImportPicksResult } from '@outlast/contract'
import { write } from '../../api/client.ts'
import { formatCount } from '../../lib/numbers.ts'
import { ListImport, type ListedRow } from './list-import.tsx'

/** Imports the picks of weeks that are over, for a pool that moves here in the middle of a season. */
export function PastPicksImport() {
  return (
    <ListImport
      name="Import past picks"
      label="List of picks"
      placeholder={'email,entry,1,2,3\nann@club.example,Ann 1,KC,BUF,SF'}
      hint="Did your season begin elsewhere? Add its weeks and members first. Then paste one row per entry with a column for each
        week, as most spreadsheets have it. Only weeks that have locked count, picks that somebody made stay, and everybody sees in
        the audit trail that you imported them."
      send={(csv, dry_run) => write('importPicks', { body: { csv, dry_run } })}
      fallback="Failed to import picks"
      success="Picks imported"
      additionsOf={({ counts }) => ({ count: counts.new, text: formatCount(counts.new, 'Pick') })}
      summaryOf={summaryOf}
      rowsOf={({ rows }) => rows.map(toListedRow)}
    />
  )
}

function summaryOf({ dry_run, season_year, counts }: ImportPicksResult): string {
  const { new: added, exists, invalid } = counts
  return `${dry_run ? 'Would import' : 'Imported'} ${formatCount(added, 'pick')} of ${season_year}. ${exists} already here, ${invalid} invalid.`
}

function toListedRow(row: ImportedPicksRow): ListedRow {
  const { line, entry, email, reason, picks } = row
  const shown = picks.filter(({ status }) => status !== 'invalid').map((pick) => `${weekOf(pick)} ${pick.team_abbr}`)
  const invalid = picks.filter(({ status }) => status === 'invalid')
  const reasons = invalid.map((pick) => `${weekOf(pick)} ${pick.team_abbr}: ${pick.reason ?? ''}`)
  const detail = shown.join(', ')
  return { line, title: entry || email, detail, status: statusOf(row), reasons: reason === null ? reasons : [reason] }
}

function statusOf({ reason, picks }: ImportedPicksRow): ListedRow['status'] {
  const has = (status: ImportedPicksRow['picks'][number]['status']) => picks.some((pick) => pick.status === status)
  if (reason !== null) return 'invalid'
  if (has('invalid')) return has('new') || has('exists') ? 'partly' : 'invalid'
  return has('new') ? 'new' : 'exists'
}

const weekOf = ({ week_number }: ImportedPicksRow['picks'][number]): string =>
  week_number === null ? 'Week ?' : `W${week_number}`
