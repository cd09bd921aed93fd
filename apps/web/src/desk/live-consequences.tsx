import type { Consequences } from '@outlast/contract'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useQuery } from '../api/use-query.ts'
import { useTopicView } from '../live/use-topic.ts'
import { ErrorBox } from '../ui/errors.tsx'
import { ConsequenceList } from './consequence-list.tsx'
import styles from './consequence-list.module.css'
import { useFacts } from './use-facts.ts'

interface LiveConsequencesProps {
  readonly found: Consequences
  /** Keep its identity stable. */
  readonly preview: () => Promise<Consequences>
  /** Gets what is shown instead of what was found at first. */
  readonly onShown: (shown: Consequences) => void
}

/** What calls would change, computed again whenever the pool changes while the question is open. A difference is said. */
export function LiveConsequences({ found, preview, onShown }: LiveConsequencesProps): ReactNode {
  const known = useFacts()
  const picked = useTopicView('admin', (view) => view.picked)
  const facts = useMemo(() => ({ known, picked }), [known, picked])
  const [firstFacts] = useState(facts)
  const { data: shown = found, error } = useQuery(facts === firstFacts ? null : preview, 'Failed to preview the change', facts)
  useEffect(() => onShown(shown), [shown, onShown])
  return (
    <>
      <Changed when={shown.token !== found.token} />
      <ConsequenceList consequences={shown} />
      <ErrorBox message={error} />
    </>
  )
}

/** Says that what is shown is not what was shown before. */
export function Changed({ when }: { readonly when: boolean }): ReactNode {
  return (
    <p role="status" className={styles.changed}>
      {when && 'The pool has changed since you were asked. This is what would happen now:'}
    </p>
  )
}
