import { ApiError } from '@outlast/contract'
import type { WeekInfo } from '@outlast/contract/live'
import { readActors, readAndVerifyWeek } from '@outlast/contract/proof/read-week'
import {
  describeVerification,
  headlineOf,
  isProved,
  type ReportNames,
  type WeekVerification,
} from '@outlast/contract/proof/week-report'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { weekInList } from '../../pool/pool-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { hashing } from '../../lib/hashing.ts'
import { pauseFor, readUntilCertain } from '../../lib/read-until-certain.ts'
import styles from './audit.module.css'

interface Result {
  readonly verification: WeekVerification
  readonly names: ReportNames
}

/** Verifies a locked week in the member's browser, so that trusting the server is not necessary. */
export function VerifyCard({ weeks }: { readonly weeks: readonly WeekInfo[] }): ReactNode {
  const locked = weeks.filter((week) => week.is_locked)
  const [chosen, setChosen] = useState<number>()
  const week = locked.find(({ id }) => id === chosen) ?? locked[0]
  const [result, setResult] = useState<Result>()
  const verification = useAction((chosenWeek: WeekInfo) => verifyAgain(chosenWeek, weeks), {
    fallback: 'Failed to load the proof',
  })
  if (week === undefined) {
    return (
      <Card title="Verify a week">
        <p>
          Once a week has locked, you can verify here that no pick was changed after the lock, none was left out, and no result
          was changed.
        </p>
      </Card>
    )
  }
  const run = async (): Promise<void> => {
    setResult(undefined)
    setResult(await verification.run(week))
  }
  const { error } = verification
  return (
    <Card title="Verify a week">
      <p>
        Find out whether a pick or a result was changed. Your browser recomputes what was recorded when the week locked and when
        its games were played.
      </p>
      <div className={styles.verify}>
        <SelectField
          label="Week to verify"
          value={week.id}
          onChange={(event) => setChosen(Number(event.target.value))}
          options={locked.map(({ id, season_year, week_number }) => ({
            value: id,
            label: weekInList({ season_year, week_number }),
          }))}
        />
        <Button onClick={() => void run()} pending={verification.pending}>
          Verify
        </Button>
      </div>
      {error !== null && <ErrorText>{error}</ErrorText>}
      <div role="status">{result !== undefined && <Findings {...result} />}</div>
    </Card>
  )
}

/** Verifies a week. What does not match counts only if everything was read again, because the pool may change between two answers. */
async function verifyAgain(week: WeekInfo, weeks: readonly WeekInfo[]): Promise<Result> {
  const found = await readUntilCertain(() => readAndVerifyWeek(api, hashing, week.id, weeks), {
    isSuspect: ({ verification }) => !isProved(verification),
    contentOf: ({ content }) => content,
    pause: pauseFor,
  })
  if (found === undefined) throw new ApiError('The pool is changing at this moment. Verify again in a minute.')
  const { verification, entryNames } = found
  const user = await readActors(api, verification.verdict)
  return { verification, names: { entry: (id) => entryNames.get(id), user } }
}

function Findings({ verification, names }: Result): ReactNode {
  const sound = isProved(verification)
  return (
    <div className={styles.findings} data-sound={sound}>
      <p className="strong">{headlineOf(verification, names)}</p>
      <details open={!sound}>
        <summary className={styles.how}>How it was checked</summary>
        <ul>
          {describeVerification(verification, names).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className={styles.small}>Merkle root, recomputed here:</p>
        <code className={styles.hash}>{verification.verdict.root}</code>
      </details>
    </div>
  )
}
