import type { ImportResult, ImportRow } from '@outlast/contract'
import { write } from '../../api/client.ts'
import { RehearsalNote } from '../../desk/rehearsal.tsx'
import { MissingPartNote, mailProblem, useServerStatus } from '../../desk/server-status.tsx'
import { formatCount } from '../../lib/numbers.ts'
import type { Mark } from './grid-lines.ts'
import { ListImport } from './list-import.tsx'

interface MemberImportProps {
  /** Whether new members are mailed at once; if not, they are invited later. */
  readonly invites?: boolean
  readonly onImported?: (csv: string) => void
}

/** Imports members from a list, each with entries and, by default, an invitation. */
export function MemberImport({ invites = true, onImported }: MemberImportProps) {
  const server = useServerStatus()
  return (
    <ListImport
      name="Import members"
      label="List of members"
      placeholder={'name,email,mobile,entries\nAnn Archer,ann@club.example,+1 555 010 2030,2'}
      hint={
        <>
          Do you have a list of members? Paste cells from a spreadsheet, or choose an Excel or CSV file. A line at the top names
          the columns: name, email, and if you like mobile and entries.{' '}
          {!invites && 'Nobody is mailed yet: you invite them in the next step.'}
          {invites && server?.sends_mail === true && 'Each new member gets an invitation by email.'}
        </>
      }
      onImported={onImported}
      note={
        invites && (
          <>
            <RehearsalNote>Invitations still reach the members.</RehearsalNote>
            <MissingPartNote of={server && mailProblem(server)} />
          </>
        )
      }
      check={({ csv, corrections }) =>
        write('importMembers', { body: { csv, corrections: [...corrections], invite: invites, dry_run: true } })
      }
      prepare={async ({ csv, corrections }) =>
        () =>
          write('importMembers', { body: { csv, corrections: [...corrections], invite: invites, dry_run: false } })
        }
      fallback="Failed to import members"
      success="Members imported"
      additionsOf={({ counts }) => ({ count: counts.new, text: formatCount(counts.new, 'Member') })}
      summaryOf={summaryOf}
      marksOf={({ rows }) => rows.flatMap(marksOf)}
    />
  )
}

function summaryOf({ dry_run, counts }: ImportResult): string {
  const { new: added, exists, invalid, entries } = counts
  const what = `${formatCount(added, 'new member')} with ${formatCount(entries, 'entry', 'entries')}`
  return `${dry_run ? 'Would import' : 'Imported'} ${what}. ${exists} already here, ${invalid} invalid.`
}

function marksOf({ line, entries, status, reason, cell }: ImportRow): readonly Mark[] {
  const names = status === 'new' && entries.length > 0 ? entries.join(', ') : null
  const whole = { line, column: null, status, means: names, reason }
  return [cell === null ? whole : { ...whole, ...cell, means: null }]
}
