import { weekLabel } from '@outlast/domain/rules'
import { type ReactNode, useEffect, useRef } from 'react'
import { briefTimeLeft } from '../../clock/countdown-text.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { useOnline } from '../../lib/use-online.ts'
import { userTopic, type UserView } from '@outlast/contract/live'
import { useTopicView } from '../../live/use-topic.ts'
import { TeamChip } from '../../pool/team-chip.tsx'
import { Button } from '../../ui/button.tsx'
import { useLocation } from '../../ui/navigation/location.tsx'
import { draftText, dropDraft, type PickDraft, submitDraft } from '../../pick-drafts/pick-drafts.ts'
import styles from './draft-bar.module.css'
import { type DraftWeek, draftWeeks } from './draft-weeks.ts'

interface DraftBarProps {
  readonly drafts: readonly PickDraft[]
}

/** How long before the lock the bar appears on every screen, in milliseconds. */
const EVERYWHERE_MS = 600_000
const NONE_LOCKED: readonly number[] = []

/** What is not submitted, how much time is left, and the button that submits it: on the dashboard, and everywhere shortly before the lock. */
export function DraftBarContent({ drafts }: DraftBarProps): ReactNode {
  const { pathname } = useLocation()
  const now = useSiteNow(1_000)
  const locked = useTopicView('pool', (pool) => pool.weeks.flatMap((week) => (week.is_locked ? week.id : []))) ?? NONE_LOCKED
  const [owner] = drafts
  const ids = useTopicView(owner === undefined ? null : userTopic(owner.userId), idsToPickFor)
  const isGone = ({ entryId }: PickDraft): boolean => ids?.includes(entryId) === false
  const weeks = draftWeeks(drafts, locked, now, isGone).filter(({ left }) => pathname === '/' || left <= EVERYWHERE_MS)
  return weeks.length === 0 ? null : <Bar weeks={weeks} />
}

/** The entries for which the member picks: the own ones, and those of others. */
const idsToPickFor = ({ entries, proxied = [] }: UserView): readonly number[] => [...entries, ...proxied].map(({ id }) => id)

function Bar({ weeks }: { readonly weeks: readonly DraftWeek[] }) {
  const bar = useBarHeight()
  const names = useTopicView('pool', (pool) => new Map(pool.weeks.map(({ id, week_number }) => [id, weekLabel(week_number)])))
  return (
    <section
      ref={bar}
      className={styles.bar}
      aria-label="Picks that are not submitted"
      data-tone={weeks.every(({ left, isGone = false }) => left <= 0 || isGone) ? 'over' : undefined}
    >
      {weeks.map((week) => (
        <Row
          key={week.isGone ? 'gone' : (week.weekId ?? 'over')}
          {...week}
          name={weeks.length === 1 ? undefined : names?.get(week.weekId ?? 0)}
        />
      ))}
    </section>
  )
}

/** The choices of one week. */
function Row({ drafts, left, isGone = false, name }: DraftWeek & { readonly name: string | undefined }) {
  const isOnline = useOnline()
  const isOver = left <= 0 || isGone
  const submitted = drafts.find(({ status }) => status !== 'chosen')
  // Where another device has saved a pick too, the member decides for each alone.
  const sure = drafts.filter(({ other }) => other === null)
  const ready = sure.length > 0 ? sure : drafts
  const others = [...new Set(drafts.flatMap(({ other }) => other ?? []))]
  const error = drafts.find((draft) => draft.error !== null && draft.status === 'chosen')?.error ?? null
  const inWeek = name === undefined ? '' : ` for week ${name}`
  return (
    <div className={`line ${styles.inner}`} data-tone={isOver ? 'over' : undefined}>
      <Teams drafts={drafts} />
      <p className={styles.text} role="status">
        <strong>
          {isGone
            ? 'Not submitted: you no longer pick for this entry'
            : stateText({ isOver, submitted, isOnline, others, error })}
        </strong>
        <span className={`cut ${styles.entries}`}>
          {name !== undefined && `Week ${name}: `}
          {entriesText(drafts)}
        </span>
      </p>
      {!isOver && (
        <span className={`title ${styles.left}`} role="timer" aria-live="off">
          {briefTimeLeft(left)} <span className={styles.unit}>left</span>
        </span>
      )}
      {isOver ? (
        <Button onClick={() => drafts.forEach(dropDraft)}>Dismiss</Button>
      ) : (
        <Button
          variant="primary"
          pending={drafts.some(({ status }) => status === 'sending')}
          aria-label={`${buttonText(ready)}${inWeek} from the bar`}
          onClick={() => ready.forEach((draft) => void submitDraft(draft))}
        >
          {buttonText(ready)}
        </Button>
      )}
    </div>
  )
}

function Teams({ drafts }: { readonly drafts: readonly PickDraft[] }) {
  const [first] = drafts
  return first === undefined || drafts.length > 1 ? null : <TeamChip abbr={first.team} size="m" />
}

interface BarState {
  readonly isOver: boolean
  /** One that is on its way. */
  readonly submitted: PickDraft | undefined
  readonly isOnline: boolean
  /** The teams that another device has saved. */
  readonly others: readonly string[]
  readonly error: string | null
}

function stateText({ isOver, submitted, isOnline, others, error }: BarState): string {
  if (isOver && submitted !== undefined && mayBeSaved(submitted))
    return 'Sent, not confirmed. The week is locked. Asking the pool…'
  if (isOver && error !== null) return `Not saved: ${error}`
  const isOffline = submitted?.status === 'waiting' || !isOnline
  if (isOver) return isOffline ? 'Not saved: the week locked without a connection' : 'Not submitted before the lock'
  if (submitted !== undefined) return draftText(submitted)
  if (!isOnline) return 'Not submitted: no connection'
  if (others.length > 0) return `Another device saved ${others.join(', ')}`
  return error === null ? 'Not submitted' : `Not saved: ${error}`
}

const mayBeSaved = ({ status, team, unanswered }: PickDraft): boolean => status === 'sending' || unanswered.includes(team)

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
