import { Link } from 'wouter'
import { api } from '../../../api/client.ts'
import { useQuery } from '../../../api/use-query.ts'
import { ErrorBox } from '../../../ui/errors.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import styles from './rules-panel.module.css'

const getRules = () => api.call('getRules')

/** The rules as sentences from the server. Fetched on mount: change the key when the rules change. */
export function RulesList() {
  const { data: rules, error, isLoading } = useQuery(getRules, 'Failed to load the rules')
  if (error !== null) return <ErrorBox message={error} retrying={isLoading} />
  if (rules === undefined) return <Skeleton lines={6} />
  return (
    <>
      <ul className={styles.list}>
        {rules.in_words.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {rules.locked_reason !== null && <p className={`note ${styles.locked}`}>{rules.locked_reason}</p>}
      <p className={`note ${styles.locked}`}>
        <Link to="/rules/constitution">The constitution, to print</Link>
      </p>
    </>
  )
}
