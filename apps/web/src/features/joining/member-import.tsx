import type { ImportResult, ImportRow } from '@outlast/contract'
import { write } from '../../api/client.ts'
import { RehearsalNote } from '../../desk/rehearsal.tsx'
import { MissingPartNote, mailProblem, useServerStatus } from '../../desk/server-status.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { ListImport, type ListedRow } from './list-import.tsx'

/** Imports members from a list, each with entries and an invitation. */
export function MemberImport() {
  const server = useServerStatus()
  return (
    <ListImport
      name="Import members"
      label="List of members"
      placeholder={'name,email,mobile,entries\nAnn Archer,ann@club.example,+1 555 010 2030,2'}
      hint={
        <>
          Do you have a list of members? Paste cells from a spreadsheet, or choose a CSV file. The first line names the columns:
          name, email, and if you like mobile and entries.{' '}
          {server?.sends_mail === true && 'Each new member gets an invitation by email.'}
        </>
      }
      note={
        <>
          <RehearsalNote>Invitations still reach the members.</RehearsalNote>
          <MissingPartNote of={server && mailProblem(server)} />
        </>
      }
      check={({ csv, corrections }) => write('importMembers', { body: { csv, corrections: [...corrections], dry_run: true } })}
      prepare={async ({ csv, corrections }) =>
        () =>
          write('importMembers', { body: { csv, corrections: [...corrections], dry_run: false } })
        }
      fallback="Failed to import members"
      success="Members imported"
      additionsOf={({ counts }) => ({ count: counts.new, text: formatCount(counts.new, 'Member') })}
      summaryOf={summaryOf}
      rowsOf={({ rows }) => rows.map(toListedRow)}
    />
  )
}

function summaryOf({ dry_run, counts }: ImportResult): string {
  const { new: added, exists, invalid, entries } = counts
  const what = `${formatCount(added, 'new member')} with ${formatCount(entries, 'entry', 'entries')}`
  return `${dry_run ? 'Would import' : 'Imported'} ${what}. ${exists} already here, ${invalid} invalid.`
}

function toListedRow({ line, name, email, entries, mobile, status, reason, cell }: ImportRow): ListedRow {
  const detail = [email, mobile ?? '', entries.join(', ')].filter((part) => part !== '').join(' · ')
  return { line, title: name, detail, status, reasons: reason === null ? [] : [{ text: reason, cell }] }
}
