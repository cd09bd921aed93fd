import type { AdminEntry } from '@outlast/contract'
import type { ReactNode } from 'react'
import { formatCount } from '../lib/numbers.ts'
import { Button } from '../ui/button.tsx'
import { ErrorText } from '../ui/errors.tsx'
import styles from './ask-all.module.css'
import { useIsRehearsal } from './rehearsal.tsx'
import { useAskAgain, useRenewAll } from './same-again.ts'

interface AskAllProps {
  /** The entries that have not answered “Same again?”. */
  readonly open: readonly AdminEntry[]
  readonly year: number
  readonly onRenewed: () => void
}

/** Asks everybody who has not answered by mail, or renews all of their entries. Nothing once all are in. */
export function AskAll({ open, year, onRenewed }: AskAllProps): ReactNode {
  const renew = useRenewAll(year, onRenewed)
  const isRehearsal = useIsRehearsal()
  const ask = useAskAgain(year, isRehearsal ? 'admins' : 'not_renewed')
  if (open.length === 0) return null
  return (
    <>
      <div className={`wrap ${styles.actions}`}>
        <Button pending={ask.pending} onClick={() => ask.run()}>
          {isRehearsal ? 'Ask admins by mail' : 'Ask by mail'}
        </Button>
        <Button pending={renew.pending} onClick={() => renew.run(open)}>
          Renew all {formatCount(open.length, 'entry', 'entries')}
        </Button>
      </div>
      <ErrorText>{ask.error ?? renew.error}</ErrorText>
    </>
  )
}
