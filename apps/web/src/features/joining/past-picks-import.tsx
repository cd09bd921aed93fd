import type { ImportedPicksRow, ImportPicksResult } from '@outlast/contract'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { useConfirmCalls } from '../../desk/confirm-call.tsx'
import { hasConsequences } from '../../desk/consequence-text.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { weeksText } from '../../pool/pool-text.ts'
import { HelpLink } from '../../ui/help-link.tsx'
import type { Mark } from './grid-lines.ts'
import { ImportDifferences } from './import-questions.tsx'
import { type List, ListImport } from './list-import.tsx'

/** Imports the picks of weeks that are over, for a pool that moves here in the middle of a season. */
export function PastPicksImport({ initial }: { readonly initial?: string | undefined }) {
  const confirmCalls = useConfirmCalls()
  const [addsWeeks, setAddsWeeks] = useState(true)
  const bodyOf = ({ csv, corrections }: List) => ({ csv, corrections: [...corrections], add_weeks: addsWeeks })
  const prepare = async (list: List) => {
    const body = { ...bodyOf(list), dry_run: false }
    const question = { title: 'Import these picks?', confirmLabel: 'Import', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'importPicks', body }], { onlyIf: hasConsequences })
    return confirmed && (() => write('importPicks', { body, ...confirmed }))
  }
  return (
    <ListImport
      name="Import past picks"
      label="List of picks"
      initial={initial}
      placeholder={'email,entry,1,2,3\nann@club.example,Ann 1,KC,BUF,SF'}
      hint={
        <>
          Did your season begin elsewhere? Import your members first. Then paste your spreadsheet, or choose its file (Excel or
          CSV): one row per entry with a column for each week. Names and teams can be written as people write them. Nothing
          changes before you have seen who is in and who is out. Picks that somebody made stay, and everybody sees in the audit
          trail that you imported them. <HelpLink to="coming-from-a-spreadsheet#import-past-picks" />
        </>
      }
      check={(list) => write('importPicks', { body: { ...bodyOf(list), dry_run: true } })}
      options={(changed) => (
        <Checkbox
          label="Add the weeks that are over, with their games and results"
          checked={addsWeeks}
          onChange={() => {
            setAddsWeeks(!addsWeeks)
            changed()
          }}
        />
      )}
      prepare={prepare}
      fallback="Failed to import picks"
      success="Picks imported"
      additionsOf={({ counts }) => ({ count: counts.new, text: formatCount(counts.new, 'Pick') })}
      summaryOf={summaryOf}
      findingsOf={({ differences }) => <ImportDifferences differences={differences} />}
      marksOf={({ rows }) => rows.flatMap(marksOf)}
    />
  )
}

function summaryOf({
  dry_run,
  season_year,
  counts,
  questions,
  differences,
  rows,
  added_weeks,
  missing_weeks,
}: ImportPicksResult): string {
  const { new: added, exists, invalid, no_pick } = counts
  const wereIn = rows.flatMap(({ picks }) => picks).filter(({ was_alive }) => was_alive === true).length
  const noPicks =
    no_pick === 0 ? '' : `, ${no_pick} without a pick${wereIn === 0 ? '' : ` (${wereIn} of an entry that was still in)`}`
  const open = questions.length === 0 ? '' : `, ${questions.length} in question`
  const differ = differences.length === 0 ? '' : ` ${formatCount(differences.length, 'difference')} from the list’s outcomes.`
  const weeks = added_weeks.length === 0 ? '' : ` It ${dry_run ? 'would add' : 'added'} ${weeksText(added_weeks)}.`
  const missing = missing_weeks.length === 0 ? '' : ` The pool does not have ${weeksText(missing_weeks)}.`
  return `${dry_run ? 'Would import' : 'Imported'} ${formatCount(added, 'pick')} of ${season_year}. ${exists} already here, ${invalid} invalid${open}${noPicks}.${differ}${weeks}${missing}`
}

function marksOf({ line, entry, reason, cell, picks }: ImportedPicksRow): readonly Mark[] {
  if (reason !== null) return [{ line, column: null, ...cell, status: 'invalid', means: null, reason }]
  const ofPicks = picks.map((pick): Mark => ({ ...pick, ...pick.cell, ...meaningOf(pick) }))
  const first = ofPicks.find((mark) => mark.line === line)
  return first === undefined ? ofPicks : [{ ...first, column: null, means: entry, reason: null }, ...ofPicks]
}

function meaningOf({ status, team_abbr, reason, was_alive }: ImportedPicksRow['picks'][number]) {
  if (status === 'replaced') return { means: reason }
  if (status !== 'no_pick') return { means: team_abbr }
  const alive = was_alive === true ? 'no pick, was still in' : 'no pick'
  return { means: reason ?? alive, isNotable: was_alive === true || reason !== null }
}
