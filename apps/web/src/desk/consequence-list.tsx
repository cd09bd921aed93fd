import type { Consequences } from '@outlast/contract'
import type { ReactNode } from 'react'
import { formatCount, formatNumber } from '../lib/numbers.ts'
import { VisuallyHidden } from '../ui/screen-reader.tsx'
import { mailsText } from './arrival-text.ts'
import styles from './consequence-list.module.css'
import { consequenceLines } from './consequence-text.ts'
import { useServerStatus } from './server-status.tsx'
import { useEntryNames } from './use-entry-names.ts'

/** Says what calls would change, as a list for the dialog that asks whether to make them. */
export function ConsequenceList({ consequences }: { readonly consequences: Consequences }): ReactNode {
  const sendsMail = useServerStatus()?.sends_mail !== false
  const lines = consequenceLines(consequences, useEntryNames())
  const { alive_before, alive_after, members, messages, hidden_picks_note, waits } = consequences
  return (
    <section className={styles.consequences} aria-label="What would change">
      {lines.length === 0 ? (
        <p>Nobody goes out or comes back.</p>
      ) : (
        <>
          {alive_before !== alive_after && (
            <p className={styles.alive}>
              <span aria-hidden="true">
                {formatNumber(alive_before)} → {formatNumber(alive_after)} <small>alive</small>
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
          {messages !== null && messages.mails + messages.pushes > 0 && (
            <p className="muted">{messagesText(messages, sendsMail)}</p>
          )}
          {members > 0 && <p className="muted">This concerns {formatCount(members, 'member')}.</p>}
        </>
      )}
      {hidden_picks_note !== null && <p className="muted">{hidden_picks_note}</p>}
      {waits === true && <p>Nothing of it happens yet: a second admin has to confirm it within 30 minutes.</p>}
    </section>
  )
}

function messagesText({ mails, pushes }: NonNullable<Consequences['messages']>, sendsMail: boolean): string {
  const parts = [
    ...(mails > 0 ? [mailsText(mails, sendsMail)] : []),
    ...(pushes > 0 ? [`${formatCount(pushes, 'push message')} ${pushes === 1 ? 'goes' : 'go'} out`] : []),
  ]
  return `${parts.join('; ')}.`
}
