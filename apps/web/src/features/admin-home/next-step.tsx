import type { ReactNode } from 'react'
import { CompleteStep } from './complete-step.tsx'
import { DecidedStep } from './decided-step.tsx'
import { MissingStep } from './missing-step.tsx'
import type { Moment } from './moment.ts'
import { PlayingStep } from './playing-step.tsx'
import type { CurrentWeek } from './use-desk.ts'

interface NextStepProps {
  readonly moment: Exclude<Moment, 'empty'>
  readonly current: CurrentWeek
}

/** What a commissioner does now. The step of an empty pool is its setup. */
export function NextStep({ moment, current }: NextStepProps): ReactNode {
  switch (moment) {
    case 'open':
    case 'last_hours':
      return <MissingStep current={current} isCallList={moment === 'last_hours'} />
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
