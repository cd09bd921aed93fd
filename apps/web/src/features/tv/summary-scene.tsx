import { weekLabel } from '@outlast/domain/rules'
import type { SeasonView, WeekView } from '@outlast/contract/live'
import { useMemo } from 'react'
import { teamName } from '../../pool/teams.ts'
import { formatCount, formatNumber } from '../../lib/numbers.ts'
import { Heading } from './frame.tsx'
import { useNames } from './names.ts'
import { margin, type PickedSide, weekFactsOf } from './summary.ts'
import styles from './summary-scene.module.css'

interface SummarySceneProps {
  readonly week: WeekView
  readonly season: SeasonView | undefined
}

/** A complete week in four facts. */
export function SummaryScene({ week, season }: SummarySceneProps) {
  const nameOf = useNames()
  const facts = useMemo(() => weekFactsOf(week, season), [week, season])
  const { entered, out, alive, closestEscape: escape, loneliestSurvivor: lonely, biggestUpset: upset } = facts
  return (
    <>
      <Heading title={`What week ${weekLabel(week.week.week_number)} did`} />
      <dl className={styles.facts}>
        <Fact
          label="Went out"
          value={`${formatNumber(out)} of ${formatNumber(entered)}`}
          text={`${formatNumber(alive)} still alive`}
        />
        {escape !== undefined && (
          <Fact
            label="Closest escape"
            value={sideText(escape)}
            text={`${entries(escape.picks)} through by ${formatCount(margin(escape), 'point')}`}
          />
        )}
        {lonely !== undefined && (
          <Fact
            label="Loneliest survivor"
            value={lonely.picks === 1 ? nameOf(lonely.who) : entries(lonely.picks)}
            text={`${lonely.picks === 1 ? 'Alone' : 'Few'} on the ${teamName(lonely.team)}`}
          />
        )}
        {upset !== undefined && (
          <Fact label="Biggest upset" value={sideText(upset)} text={`${entries(upset.picks)} had picked ${upset.team}`} />
        )}
      </dl>
    </>
  )
}

const entries = (count: number): string => formatCount(count, 'entry', 'entries')

const sideText = ({ team, opponent, score, opponentScore }: PickedSide): string => `${team} ${score}–${opponentScore} ${opponent}`

interface FactProps {
  readonly label: string
  readonly value: string
  readonly text: string
}

function Fact({ label, value, text }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt className={styles.label}>{label}</dt>
      <dd className={`display cut ${styles.value}`}>{value}</dd>
      <dd className={`cut ${styles.text}`}>{text}</dd>
    </div>
  )
}
