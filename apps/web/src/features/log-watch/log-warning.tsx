import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useState } from 'react'
import { deviceTime } from '../../clock/device-clock.ts'
import { preciseTime } from '../../clock/format.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { startAgain, useDeviceRecord } from '../../device/device-record.ts'
import { downloadFile } from '../../lib/csv.ts'
import styles from './log-warning.module.css'

const MAX_SHOWN = 4

/** Says that the pool's log does not match what this device remembers, and what to do. It stays until the member starts again. */
export function LogWarning(): ReactNode {
  const record = useDeviceRecord()
  const [isAsking, setAsking] = useState(false)
  const { problems } = record
  const [first] = problems
  if (first === undefined) return null
  const more = problems.length - MAX_SHOWN
  const save = (): void =>
    downloadFile('outlast-evidence.json', JSON.stringify({ address: location.origin, ...record }, null, 2), 'application/json')
  return (
    <section className={styles.warning} role="alert" aria-labelledby="log-warning">
      <h2 className={styles.title} id="log-warning">
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
      <div className={styles.actions}>
        <Button variant="primary" onClick={save}>
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
