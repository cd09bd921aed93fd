import { weekLabel } from '@outlast/domain/rules'
import type { WeekView } from '@outlast/contract/live'
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatCount, formatNumber } from '../../lib/numbers.ts'
import { useOwnEntryIds } from '../../live/use-own-entries.ts'
import { findTeam, teamColors } from '../teams.ts'
import { FADE_MS, lastLine, type OpeningRow, openingRows, openingSummary, openingTimes } from './opening-rows.ts'
import styles from './opening.module.css'

/** The height of a line at least, and of everything around the lines, in pixels. */
const LINE_PX = 22
const AROUND_PX = 340

/** What screen readers hear. */
export function OpeningSummary({ view }: { readonly view: WeekView }): ReactNode {
  return openingSummary(view)
}

interface OpeningCoverProps {
  readonly view: WeekView
  /** Called when it is over or was skipped. */
  readonly onEnd: () => void
}

/**
 * A week opens: sealed rows, then team by team from the rarest to the most popular. Any key or tap skips it. It is a picture for
 * the eyes: screen readers hear the summary of `Opening`. The style sheet runs the whole sequence, without work per frame.
 */
export function OpeningCover({ view, onEnd }: OpeningCoverProps): ReactNode {
  const ownIds = useOwnEntryIds()
  const rows = useMemo(() => openingRows(view, ownIds), [view, ownIds])
  const times = openingTimes(rows.length)
  const { isEnding, skip } = useEnd(times.endAt, onEnd)
  const columns = rows.length * LINE_PX > innerHeight - AROUND_PX ? 2 : 1
  const noPick = view.entries.filter(({ team }) => team === null).length
  return createPortal(
    <div
      className={styles.cover}
      style={{ '--fade': `${FADE_MS}ms`, '--lines': Math.ceil(rows.length / columns) } as CSSProperties}
      data-ending={isEnding || undefined}
      data-stage="dark"
      data-testid="opening"
      aria-hidden="true"
      onClick={skip}
    >
      <p className={styles.title}>Week {weekLabel(view.week.week_number)} is open</p>
      <ol className={styles.rows} data-columns={columns} data-own={rows.some(({ own }) => own > 0) || undefined}>
        {rows.map((row, index) => (
          <Row key={row.team_abbr} row={row} highest={rows.at(-1)?.count ?? 1} at={times.rowAt(index)} />
        ))}
      </ol>
      <div className={styles.end} style={at(times.lastLineAt)}>
        <p className={styles.last}>{lastLine(view)}</p>
        {noPick > 0 && <p className={styles.noPick}>{formatCount(noPick, 'entry', 'entries')} without a pick</p>}
      </div>
      <p className={styles.hint}>Tap or press any key to skip</p>
    </div>,
    document.body,
  )
}

const at = (ms: number) => ({ '--at': `${ms}ms` }) as CSSProperties

interface RowProps {
  readonly row: OpeningRow
  /** The count of the most popular team, whose bar is a full one. */
  readonly highest: number
  readonly at: number
}

/** A sealed row that opens: the team's bar grows. */
function Row({ row, highest, at: openAt }: RowProps): ReactNode {
  const { team_abbr: team, count, own } = row
  const colors = teamColors(team)
  const edge = findTeam(team)?.alternateColor
  return (
    <li className={styles.row} style={at(openAt)}>
      <span className={styles.team} style={colors}>
        {team}
      </span>
      <span className={styles.track}>
        <span
          className={styles.fill}
          style={
            { '--share': `${(count / highest) * 100}%`, background: colors?.backgroundColor, borderColor: edge } as CSSProperties
          }
        />
      </span>
      <span className={styles.count}>{formatNumber(count)}</span>
      <span className={styles.own}>{own > 0 && <span className={styles.you}>{own === 1 ? 'You' : `You ×${own}`}</span>}</span>
      <span className={styles.seal} />
    </li>
  )
}

/** Ends the cover after a time, or at once at a key or a tap. It fades out first. */
function useEnd(endAt: number, onEnd: () => void) {
  const [isEnding, setEnding] = useState(false)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  }, [onEnd])
  useEffect(() => {
    const timer = isEnding ? setTimeout(() => end.current(), FADE_MS) : setTimeout(() => setEnding(true), endAt)
    return () => clearTimeout(timer)
  }, [isEnding, endAt])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      setEnding(true)
      // The key only skips, unless it is a shortcut of the browser.
      if (event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
  return { isEnding, skip: () => setEnding(true) }
}
