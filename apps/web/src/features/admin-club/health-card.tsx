import type { ServerCheck } from '@outlast/contract/rest/admin/checks'
import { CopyForward } from '../../desk/copy-forward.tsx'
import { checkProblem, readChecks, wellText } from '../../desk/server-checks.ts'
import { type LoadError, useQuery } from '../../api/use-query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { formatCount } from '../../lib/numbers.ts'
import styles from './health-card.module.css'

/** What the pool finds when it checks itself, each time that it is asked. */
export function HealthCard() {
  const { data, error, isLoading, refetch } = useQuery(readChecks, 'Failed to check the pool')
  return <Health checks={data ?? []} error={error} pending={isLoading} onCheck={refetch} />
}

interface HealthProps {
  readonly checks: readonly ServerCheck[]
  readonly error: LoadError | null
  readonly pending: boolean
  readonly onCheck: () => void
}

/** Problems first, each with a text to forward; then what is well. */
export function Health({ checks, error, pending, onCheck }: HealthProps) {
  const well = checks.filter(({ level }) => level === 'ok')
  const problems = checks.filter(({ level }) => level !== 'ok').toSorted((a, b) => a.level.localeCompare(b.level))
  return (
    <Card
      title="Pool health"
      className={styles.card}
      actions={
        <Button size="small" pending={pending} onClick={onCheck}>
          Check again
        </Button>
      }
    >
      <ErrorBox message={error} />
      {checks.length > 0 && problems.length === 0 && <p role="status">All is well.</p>}
      <ul className="stack4">
        {problems.map((problem) => (
          <Problem key={problem.check} of={problem} />
        ))}
      </ul>
      {well.length > 0 && (
        <details>
          <summary>{formatCount(well.length, 'check')} passed</summary>
          <ul className={styles.well}>
            {well.map((check) => (
              <li key={check.check}>{wellText(check)}</li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

function Problem({ of: check }: { readonly of: ServerCheck }) {
  const part = checkProblem(check)
  if (part === undefined) return null
  return (
    <li className={styles.problem}>
      <p className={styles.title}>
        <strong>{part.title}</strong>
        {check.level === 'fail' ? <Badge tone="loss">Does not work</Badge> : <Badge tone="warn">To do</Badge>}
      </p>
      <p>{part.text}</p>
      {part.forward !== undefined && <CopyForward text={part.forward} />}
    </li>
  )
}
