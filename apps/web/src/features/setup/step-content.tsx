import type { ComponentType, ReactNode } from 'react'
import { ClubForm } from '../../desk/club-form.tsx'
import { RuleBookForm } from '../../desk/rule-book/rule-book-form.tsx'
import { FormActions } from '../../ui/forms/form.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import { FirstWeekStep } from './first-week-step.tsx'
import { PastStep } from './past-step.tsx'
import { SeasonStep } from './season-step.tsx'
import { ShareAddress } from './share-address.tsx'
import type { SetupInfo, Step } from './setup-progress.ts'
import { useMarkStep } from './use-mark-step.ts'

/** The panels of other features that a step shows. */
export interface StepPanels {
  readonly money: ComponentType<{ readonly setup: { readonly onDone: () => void; readonly secondary: ReactNode } }>
  readonly past: ComponentType
  readonly joining: readonly ComponentType[]
  readonly reminders: readonly ComponentType[]
}

interface StepContentProps {
  readonly step: Step
  readonly setup: SetupInfo
  readonly panels: StepPanels
  readonly onDone: () => void
  /** The button that skips the step. */
  readonly children: ReactNode
}

/** The content of one step of the setup. */
export function StepContent({ step, setup, panels, onDone, children }: StepContentProps): ReactNode {
  const pool = viewOf(useTopic('pool'))
  const marking = useMarkStep()
  if (pool === undefined) return null
  const markDone = async (more: { readonly season_year?: number } = {}): Promise<void> => {
    if ((await marking.run({ step, mark: 'done', ...more })) !== undefined) onDone()
  }
  const withError = (content: ReactNode) => (
    <>
      {content}
      <ErrorText>{marking.error}</ErrorText>
    </>
  )
  switch (step) {
    case 'club':
      return withError(
        <ClubForm
          name={pool.club_name}
          color={pool.club_color}
          crest={pool.club_crest}
          setup={{ onDone: () => void markDone(), secondary: children }}
        />,
      )
    case 'season':
      return withError(
        <SeasonStep
          seasonYear={setup.season_year}
          pending={marking.pending}
          onChoose={(season_year) => markDone({ season_year })}
        >
          {children}
        </SeasonStep>,
      )
    case 'rules':
      return (
        <RuleBookForm
          rules={pool.rules}
          rules_locked_by_season={pool.rules_locked_by_season}
          isChosen={setup.marks.rules === 'done'}
          setup={{ onDone, secondary: children }}
        />
      )
    case 'money':
      return withError(<panels.money setup={{ onDone: () => void markDone(), secondary: children }} />)
    case 'past':
      return withError(
        <PastStep pool={pool} panel={panels.past} pending={marking.pending} onDone={() => markDone()}>
          {children}
        </PastStep>,
      )
    case 'joining':
    case 'reminders':
      return withError(
        <div className="stack5">
          {panels[step].map((Panel, index) => (
            // The list of panels never changes.
            <Panel key={index} />
          ))}
          {step === 'joining' && <ShareAddress />}
          <FormActions>
            {(step === 'joining' || setup.marks.reminders === 'done') && (
              <Button variant="primary" pending={marking.pending} onClick={() => markDone()}>
                Continue
              </Button>
            )}
            {children}
          </FormActions>
        </div>,
      )
    case 'week':
      return (
        <FirstWeekStep seasonYear={setup.season_year} isOpen={setup.marks.week === 'done'} onDone={onDone}>
          {children}
        </FirstWeekStep>
      )
    default:
      return step satisfies never
  }
}
