import { seasonOutcomeOf } from '@outlast/views'
import type { ReactNode } from 'react'
import { Champion } from '../../pool/champion/champion.tsx'
import { useFormerSeason } from '../../pool/champion/use-former-season.ts'
import { CompleteStep } from './complete-step.tsx'
import { DecidedStep } from './decided-step.tsx'
import { MissingStep, type MissingStepProps } from './missing-step.tsx'
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
      return <OpenStep current={current} isCallList={moment === 'last_hours'} />
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

/** Who is missing, and until the new season is near what is left to do for the one before, with its champion. */
function OpenStep({ current, isCallList }: Omit<MissingStepProps, 'isAsked'>) {
  const former = useFormerSeason()
  const decided = former === undefined || seasonOutcomeOf(former).status === 'running' ? undefined : former
  return (
    <>
      <MissingStep current={current} isCallList={isCallList} isAsked={decided !== undefined} />
      {decided !== undefined && (
        <>
          <YearTurn pool={current.pool} season={decided} />
          <Champion season={decided} />
        </>
      )}
    </>
  )
}
