import { type ReactNode, useEffect, useRef } from 'react'
import { briefTimeLeft } from '../../clock/countdown-text.ts'
import { TeamChip } from '../../pool/team-chip.tsx'
import { Button } from '../../ui/button.tsx'
import { dropDraft, type PickDraft, submitDraft } from '../../pick-drafts/pick-drafts.ts'
import styles from './draft-bar.module.css'

interface DraftBarProps {
  readonly drafts: readonly PickDraft[]
  /** The time until the lock in milliseconds; negative after it. */
  readonly left: number
  readonly isOnline: boolean
}

/** What is not submitted, how much time is left, and the button that submits it. */
export function DraftBarContent({ drafts, left, isOnline }: DraftBarProps): ReactNode {
  const bar = useBarHeight()
  const isOver = left <= 0
  const isWaiting = drafts.some(({ status }) => status === 'waiting')
  const other = drafts.find((draft) => draft.other !== null)?.other ?? null
  const error = drafts.find((draft) => draft.error !== null && draft.status === 'chosen')?.error ?? null
  return (
    <section ref={bar} className={styles.bar} aria-label="Picks that are not submitted" data-tone={isOver ? 'over' : undefined}>
      <div className={styles.inner}>
        <Teams drafts={drafts} />
        <p className={styles.text} role="status">
          <strong>{stateText({ isOver, isWaiting, isOnline, other, error })}</strong>
          <span className={styles.entries}>{entriesText(drafts)}</span>
        </p>
        {!isOver && (
          <span className={styles.left} role="timer" aria-live="off">
            {briefTimeLeft(left)} <span className={styles.unit}>left</span>
          </span>
        )}
        {isOver ? (
          <Button onClick={() => drafts.forEach(dropDraft)}>Dismiss</Button>
        ) : (
          <Button
            variant="primary"
            pending={drafts.some(({ status }) => status === 'sending')}
            aria-label={`${buttonText(drafts)} from the bar`}
            onClick={() => drafts.forEach((draft) => void submitDraft(draft))}
          >
            {buttonText(drafts)}
          </Button>
        )}
      </div>
    </section>
  )
}

function Teams({ drafts }: { readonly drafts: readonly PickDraft[] }) {
  const [first] = drafts
  return first === undefined || drafts.length > 1 ? null : <TeamChip abbr={first.team} size="m" />
}

interface BarState {
  readonly isOver: boolean
  readonly isWaiting: boolean
  readonly isOnline: boolean
  /** The team that another device has saved. */
  readonly other: string | null
  readonly error: string | null
}

function stateText({ isOver, isWaiting, isOnline, other, error }: BarState): string {
  if (isOver) return isWaiting || !isOnline ? 'Not saved: the week locked without a connection' : 'Not submitted before the lock'
  if (isWaiting) return 'Will be sent when you are online'
  if (!isOnline) return 'Not submitted: no connection'
  if (other !== null) return `Another device saved ${other}`
  return error === null ? 'Not submitted' : `Not saved: ${error}`
}

function entriesText(drafts: readonly PickDraft[]): string {
  const [first] = drafts
  if (first === undefined) return ''
  const entries = new Set(drafts.map(({ entryId }) => entryId)).size
  return entries === 1 ? first.entryName : `${entries} entries`
}

const buttonText = (drafts: readonly PickDraft[]): string =>
  drafts.length === 1 ? 'Submit Pick' : `Submit ${drafts.length} Picks`

/** Tells the page how much of its end the bar covers, so that the page can be scrolled to it and toasts stay above. */
function useBarHeight() {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty('--draft-bar-height', `${Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0)}px`)
    })
    if (bar.current !== null) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--draft-bar-height')
    }
  }, [])
  return bar
}
