import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useState } from 'react'
import { deviceTime } from '../../clock/device-clock.ts'
import { preciseTime } from '../../clock/format.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { updateRecord, useDeviceRecord } from '../../device/device-record.ts'
import { type DeviceRecord, EMPTY_RECORD } from '../../device/log-record.ts'
import { downloadFile } from '../../lib/csv.ts'
import styles from './log-warning.module.css'

const MAX_SHOWN = 4

/** Says that the pool's log does not match what this device remembers, or that an earlier warning was withdrawn. */
export function LogWarning(): ReactNode {
  const record = useDeviceRecord()
  if (record.problems.length > 0) return <Warning record={record} />
  return record.withdrawn.length > 0 && <Withdrawal record={record} />
}

interface RecordProps {
  readonly record: DeviceRecord
}

/** Forgets what this device has seen and its problems, and starts again with the pool's log of today. */
const startAgain = (now: string): void => updateRecord(() => ({ ...EMPTY_RECORD, accepted_at: now }))

function saveEvidence(record: DeviceRecord): void {
  downloadFile('outlast-evidence.json', JSON.stringify({ address: location.origin, ...record }, null, 2), 'application/json')
}

/** What does not match, and what to do. It stays until everything fits again, or the member starts again. */
function Warning({ record }: RecordProps): ReactNode {
  const [isAsking, setAsking] = useState(false)
  const { problems } = record
  const [first] = problems
  if (first === undefined) return null
  const more = problems.length - MAX_SHOWN
  return (
    <section className={styles.warning} role="alert" aria-labelledby="log-warning">
      <h2 className={`row ${styles.title}`} id="log-warning">
        <TriangleAlert size={24} aria-hidden /> The pool’s record was changed
      </h2>
      <p>
        On {preciseTime(first.found_at)} this device found that the pool does not match its own log, or what this device saw
        earlier:
      </p>
      <ul>
        {problems.slice(0, MAX_SHOWN).map(({ sentence }) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {more > 0 && <li>… and {more} more.</li>}
      </ul>
      <p>
        If the commissioner restored a backup, or opened a new pool at this address, that is the reason: they can tell you when
        and why. Check your picks then, because newer ones may be missing. Rehearsals with a simulated clock do not cause this.
        Without such a reason, somebody changed picks or results after they were recorded.
      </p>
      <p>Save the evidence first. Then ask the commissioner, and compare with other members.</p>
      <div className={`wrap ${styles.actions}`}>
        <Button variant="primary" onClick={() => saveEvidence(record)}>
          Save evidence
        </Button>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Accept the pool’s record
        </Button>
      </div>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        alert
        title="Accept the pool’s record?"
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Keep the warning
            </Button>
            <Button variant="danger" onClick={() => startAgain(deviceTime())}>
              Accept
            </Button>
          </>
        }
      >
        <p>
          This device forgets what it saw, and compares with the pool’s record of today from now on. Save the evidence first: it
          cannot be restored.
        </p>
      </Dialog>
    </section>
  )
}

/** Says that a warning is withdrawn, so that nobody wonders where it went, and keeps its evidence until the member has seen this. */
function Withdrawal({ record }: RecordProps): ReactNode {
  const { withdrawn } = record
  const [first] = withdrawn
  if (first === undefined) return null
  const more = withdrawn.length - MAX_SHOWN
  return (
    <section className={styles.withdrawal} role="status" aria-labelledby="log-withdrawal">
      <h2 className={`row ${styles.title}`} id="log-withdrawal">
        <CircleCheck size={24} aria-hidden /> The warning about the pool’s record is withdrawn
      </h2>
      <p>
        On {preciseTime(first.found_at)} this device reported what is listed below. On {preciseTime(first.withdrawn_at)} it read
        everything again, and the pool matches its own log and what this device saw earlier.
      </p>
      <ul>
        {withdrawn.slice(0, MAX_SHOWN).map(({ sentence, found_at }) => (
          <li key={`${found_at} ${sentence}`}>{sentence}</li>
        ))}
        {more > 0 && <li>… and {more} more.</li>}
      </ul>
      <p>
        Either the answers that it compared then were of different moments, or somebody changed something and changed it back.
      </p>
      <div className={`wrap ${styles.actions}`}>
        <Button variant="primary" onClick={() => updateRecord((current) => ({ ...current, withdrawn: [] }))}>
          Close
        </Button>
        <Button variant="secondary" onClick={() => saveEvidence(record)}>
          Save evidence
        </Button>
      </div>
    </section>
  )
}
