import type { PoolView } from '@outlast/contract/live'
import { useId, useState } from 'react'
import { write } from '../../api/client.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { ErrorText } from '../../ui/errors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { useTopicView } from '../../live/use-topic.ts'
import { Invitations } from './invitations.tsx'
import styles from './joining.module.css'

type Mode = PoolView['joining']

const MODES: readonly { readonly mode: Mode; readonly title: string; readonly text: string }[] = [
  { mode: 'open', title: 'Everyone', text: 'Anyone who finds this address can register and play.' },
  { mode: 'code', title: 'With an invitation', text: 'Registering needs one of your links or codes.' },
  { mode: 'approval', title: 'After your approval', text: 'New members can look around, and play once you approve them.' },
  { mode: 'closed', title: 'Nobody', text: 'Nobody can register. You can still add and import members.' },
]

/** Who may join the pool, and the invitation links. */
export function JoiningPanel() {
  const name = useId()
  const current = useTopicView('pool', ({ joining }) => ({ mode: joining }))
  const change = useAction((mode: Mode) => write('changeJoining', { body: { mode } }), {
    success: 'Saved',
    fallback: 'Failed to change who may join',
  })
  // Shown at once, until the pool confirms it or another change arrives.
  const [chosen, setChosen] = useState<{ readonly mode: Mode; readonly instead: Mode } | null>(null)
  const shown = chosen !== null && chosen.instead === current?.mode ? chosen.mode : current?.mode
  const choose = async (mode: Mode): Promise<void> => {
    if (current === undefined) return
    setChosen({ mode, instead: current.mode })
    if ((await change.run(mode)) === undefined) setChosen(null)
  }
  return (
    <div className="stack4">
      {current === undefined ? (
        <Skeleton height={240} />
      ) : (
        <fieldset className="stack2">
          <legend className={styles.legend}>Who may join?</legend>
          {MODES.map(({ mode, title, text }) => (
            <label key={mode} className={styles.mode}>
              <input type="radio" name={name} value={mode} checked={mode === shown} onChange={() => void choose(mode)} />
              <strong>{title}</strong>
              <span className="note">{text}</span>
            </label>
          ))}
        </fieldset>
      )}
      <ErrorText>{change.error}</ErrorText>
      <Invitations />
    </div>
  )
}
