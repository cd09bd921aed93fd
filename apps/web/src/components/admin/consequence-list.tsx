import type { Consequences } from '@outlast/contract'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/numbers.ts'
import { VisuallyHidden } from '../ui/screen-reader.tsx'
import styles from './consequence-list.module.css'

const SHOWN_NAMES = 8

type Entries = Consequences['out']

/** Whether calls change who is in, or what is hidden. */
export function hasConsequences(found: Consequences): boolean {
  return linesOf(found).length > 0
}

/** Says what calls would change, as a list for the dialog that asks whether to make them. */
export function ConsequenceList({ consequences }: { readonly consequences: Consequences }): ReactNode {
  const lines = linesOf(consequences)
  const { alive_before, alive_after, members, messages } = consequences
  return (
    <section className={styles.consequences} aria-label="What would change">
      {lines.length === 0 ? (
        <p>Nobody goes out or comes back.</p>
      ) : (
        <>
          {alive_before !== alive_after && (
            <p className={styles.alive}>
              <span aria-hidden="true">
                {alive_before.toLocaleString('en-US')} → {alive_after.toLocaleString('en-US')} <small>alive</small>
              </span>
              <VisuallyHidden>
                {alive_before} alive before, {alive_after} after
              </VisuallyHidden>
            </p>
          )}
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {messages !== null && messages.mails + messages.pushes > 0 && <p className={styles.muted}>{messagesText(messages)}</p>}
          {members > 0 && <p className={styles.muted}>This concerns {formatCount(members, 'member')}.</p>}
        </>
      )}
    </section>
  )
}

function messagesText({ mails, pushes }: NonNullable<Consequences['messages']>): string {
  const parts = [...(mails > 0 ? [formatCount(mails, 'mail')] : []), ...(pushes > 0 ? [formatCount(pushes, 'push message')] : [])]
  return `${parts.join(' and ')} ${mails + pushes === 1 ? 'goes' : 'go'} out.`
}

function linesOf(found: Consequences): readonly string[] {
  const { out, returned, removed, losing_lives: losing, regaining_lives: regaining } = found
  return [
    ...found.locks.map(({ without_pick }) => lockText(without_pick)),
    ...found.corrections.map(correctionText),
    ...found.reopens.map(() => 'A locked week reopens: its picks are hidden again and can be changed.'),
    ...entriesText(out, 'goes out', 'go out'),
    ...entriesText(returned, 'comes back', 'come back'),
    ...entriesText(losing, 'loses a life', 'lose a life'),
    ...entriesText(regaining, 'gets a life back', 'get a life back'),
    ...entriesText(removed, 'is deleted', 'are deleted'),
    ...championText(found),
  ]
}

function correctionText({ away_team_abbr: away, home_team_abbr: home, before, after }: Consequences['corrections'][number]) {
  return `${away} ${before.away_score}–${before.home_score} ${home} is corrected to ${after.away_score}–${after.home_score}.`
}

function lockText(withoutPick: number): string {
  const missing =
    withoutPick === 0 ? 'Every entry has picked.' : `${formatCount(withoutPick, 'entry', 'entries')} without a pick.`
  return `A week locks at once: everybody sees its picks, and nobody can pick any more. ${missing}`
}

function entriesText(entries: Entries, one: string, many: string): readonly string[] {
  if (entries.length === 0) return []
  return [`${formatCount(entries.length, 'entry', 'entries')} ${entries.length === 1 ? one : many}: ${namesOf(entries)}.`]
}

function championText({ champions_before: before, champions_after: after }: Consequences): readonly string[] {
  const [was, is] = [namesOf(before ?? []), namesOf(after ?? [])]
  if (was === is && (before === null) === (after === null)) return []
  if (after === null) return [`The season goes on: ${was} ${before?.length === 1 ? 'is' : 'are'} not champion any more.`]
  return [after.length === 1 ? `${is} becomes champion.` : `${is} share the title.`]
}

function namesOf(entries: Entries): string {
  const names = entries.slice(0, SHOWN_NAMES).map(({ name }) => name)
  const more = entries.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more.toLocaleString('en-US')} more` : names.join(', ')
}
