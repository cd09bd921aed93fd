import type { EntryHistory, PickChange } from '@outlast/contract'
import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { NoPick, TeamChip } from '../team-chip.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { toast } from '../../ui/toast.tsx'
import { copyText } from '../../lib/copy-text.ts'
import {
  describeChange,
  formatChangeTime,
  receiptRows,
  receiptSentence,
  receiptText,
  currentTeam,
  type HistoryWeek as Week,
  weekText,
} from './pick-change-text.ts'
import styles from './pick-history.module.css'

interface HistoryWeekProps {
  readonly history: EntryHistory
  readonly week: Week
  /** The owner's name, for everybody else. */
  readonly owner?: string | undefined
  /** Who picks for the owner, and sees the picks too. */
  readonly proxy?: string | undefined
  /** Why the pick has its result: "KC lost 17–20". */
  readonly why?: string | null
  /** The level of its heading. */
  readonly level?: 3 | 4
}

/** A week of an entry's history: the final pick and every change that led to it. */
export function HistoryWeek({ history, week, owner, proxy, why, level = 4 }: HistoryWeekProps): ReactNode {
  const Heading = `h${level}` as const
  const team = currentTeam(week)
  // There is a pick, but its changes are hidden, also from an owner whose picks are sealed.
  const isSealed = !week.is_locked && week.result !== null && team === null
  return (
    <section className={`stack3 ${styles.week}`} aria-label={`${weekText(week)}, ${week.season_year}`}>
      <div className={`line ${styles.head}`}>
        <Heading className={styles.title}>
          {weekText(week)} <span className={styles.season}>{week.season_year}</span>
        </Heading>
        {week.reopened_after_reveal && <Badge tone="warn">Reopened after reveal</Badge>}
        {!week.is_locked && !isSealed && owner === undefined && (
          <span className="note">Only you {proxy !== undefined && `and ${proxy} `}can see this until the week locks</span>
        )}
        <span className={styles.currentPick}>
          {isSealed ? (
            <Badge tone="warn">{owner === undefined ? 'Sealed' : 'Hidden until the lock'}</Badge>
          ) : team === null ? (
            <NoPick />
          ) : (
            <TeamChip abbr={team} size="m" result={week.is_locked ? week.result : undefined} />
          )}
        </span>
      </div>
      {why && <p className="breaks">{why}</p>}
      <ol className="stack3">
        {week.changes.map((change) => (
          <Change key={change.position} history={history} week={week} change={change} owner={owner} />
        ))}
      </ol>
      {team !== null && week.changes.at(-1)?.team_abbr === null && (
        <p className="breaks">The week reopened, so the plan is there again: {team}</p>
      )}
    </section>
  )
}

function Change({ history, week, change, owner }: HistoryWeekProps & { readonly change: PickChange }): ReactNode {
  return (
    <li className={`stack ${styles.change}`} data-by={change.by}>
      <p className="breaks">
        {describeChange(change, owner)} {change.by === 'admin' && <Badge tone="warn">Admin</Badge>}
      </p>
      {change.reason !== null && <blockquote className={styles.reason}>“{change.reason}”</blockquote>}
      <time className="note" dateTime={change.recorded_at}>
        {formatChangeTime(change)}
      </time>
      <Receipt history={history} week={week} change={change} owner={owner} />
    </li>
  )
}

/** The proof of a change. Clicking a value selects all of it. */
function Receipt({ history, week, change, owner }: HistoryWeekProps & { readonly change: PickChange }): ReactNode {
  const [error, setError] = useState<string | null>(null)
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(receiptText(history, week, change))
    setError(isCopied ? null : 'Your browser blocked copying. Select the values instead')
    if (isCopied) toast('Receipt copied')
  }
  return (
    <details className={styles.receipt}>
      <summary className={styles.receiptSummary}>
        Receipt<VisuallyHidden>: {describeChange(change, owner)}</VisuallyHidden>
      </summary>
      <p>
        <strong>{receiptSentence(change, owner)}</strong>
      </p>
      <dl className={styles.facts}>
        {receiptRows(change).map(([label, value]) => (
          <div key={label} className={styles.fact}>
            <dt className="caption">{label}</dt>
            <dd className={styles.value}>{value}</dd>
          </div>
        ))}
      </dl>
      <Button size="small" onClick={copy}>
        <Copy aria-hidden size={16} /> Copy receipt
      </Button>
      <ErrorText>{error}</ErrorText>
    </details>
  )
}
