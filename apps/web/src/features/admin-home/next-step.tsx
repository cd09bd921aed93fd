import { seasonOutcomeOf } from '@outlast/views'
import type { ReactNode } from 'react'
import { Champion } from '../../pool/champion/champion.tsx'
import { useFormerSeason } from '../../pool/champion/use-former-season.ts'
import { CompleteStep } from './complete-step.tsx'
import { DecidedStep } from './decided-step.tsx'
import { MissingStep } from './missing-step.tsx'
import type { Moment } from './moment.ts'
import { PlayingStep } from './playing-step.tsx'
import type { CurrentWeek } from './use-desk.ts'
import { YearTurn } from './year-turn.tsx'

interface NextStepProps {
  readonly moment: Exclude<Moment, 'empty'>
  readonly current: CurrentWeek
}

/** What a commissioner does now. The step of an empty pool is its setup. */
export function NextStep({ moment, current }: NextStepProps): ReactNode {
  switch (moment) {
    case 'open':
    case 'last_hours':
      return (
        <>
          <MissingStep current={current} isCallList={moment === 'last_hours'} />
          <FormerSeason pool={current.pool} />
        </>
      )
    case 'playing':
    case 'blocked':
      return <PlayingStep current={current} isBlocked={moment === 'blocked'} />
    case 'complete':
      return <CompleteStep current={current} />
    case 'decided':
      return <DecidedStep current={current} />
    default:
      return moment satisfies never
  }
}

/** What is left to do for the season before, with its champion, until the new one is near. */
function FormerSeason({ pool }: Pick<CurrentWeek, 'pool'>) {
  const season = useFormerSeason()
  if (season === undefined || seasonOutcomeOf(season).status === 'running') return null
  return (
    <>
      <YearTurn pool={pool} season={season} />
      <Champion season={season} />
    </>
  )
}
