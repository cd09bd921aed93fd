import type { Rules } from '@outlast/contract'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { sentenceOf } from '../../api/sentence.ts'
import { ErrorBox } from '../../components/ui/error-box.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import styles from './rules-panel.module.css'

/** The rules as sentences. `version` is another one when they changed. */
export function RulesList({ version }: { readonly version: string }) {
  const [rules, setRules] = useState<Rules>()
  const [error, setError] = useState<string | null>(null)
  const load = useCallback(async () => {
    try {
      setRules(await api.call('getRules'))
      setError(null)
    } catch (failure) {
      setError(sentenceOf(failure, 'Failed to load the rules'))
    }
  }, [])
  useEffect(() => void load(), [load, version])
  if (error !== null) return <ErrorBox message={error} onRetry={load} />
  if (rules === undefined) return <Skeleton lines={6} />
  return (
    <>
      <ul className={styles.list}>
        {rules.in_words.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {rules.locked_reason !== null && <p className={styles.locked}>{rules.locked_reason}</p>}
    </>
  )
}
