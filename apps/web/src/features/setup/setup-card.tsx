import { Check, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LiveBoundary } from '../../ui/live-boundary.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { useTopic, useTopicView } from '../../live/use-topic.ts'
import { type SetupInfo, nextStep, setupStage, type Step, STEPS, stateOf } from './setup-progress.ts'
import styles from './setup.module.css'
import { StepContent, type StepPanels } from './step-content.tsx'
import { useMarkStep } from './use-mark-step.ts'

/** The first setup of a pool, and then the checklist of what remains, until the first lock. */
export function SetupCard({ panels }: { readonly panels: StepPanels }): ReactNode {
  const setup = useTopicView('admin', (view) => view.setup.marks)
  const seasonYear = useTopicView('admin', (view) => view.setup.season_year)
  const pool = useTopic('pool')
  if (setup === undefined || seasonYear === undefined) return null
  const info: SetupInfo = { marks: setup, season_year: seasonYear }
  return (
    <LiveBoundary state={pool} skeleton={null}>
      {(view) => {
        const stage = setupStage(info, view.weeks)
        return stage === 'none' ? null : <Steps setup={info} isWizard={stage === 'wizard'} panels={panels} />
      }}
    </LiveBoundary>
  )
}

interface StepsProps {
  readonly setup: SetupInfo
  readonly isWizard: boolean
  readonly panels: StepPanels
}

function Steps({ setup, isWizard, panels }: StepsProps) {
  // A step stays open while its own panel completes it.
  const [current, setCurrent] = useState(() => (isWizard ? nextStep(setup) : undefined))
  const [hasMoved, setMoved] = useState(false)
  const open = (step: Step | undefined): void => {
    setCurrent(step)
    setMoved(true)
  }
  const marking = useMarkStep()
  const done = STEPS.filter(({ step }) => stateOf(setup, step) === 'done').length
  const finish = (step: Step) => open(nextStep({ ...setup, marks: { ...setup.marks, [step]: 'done' } }, step))
  const skip = async (step: Step): Promise<void> => {
    const isSkipped = stateOf(setup, step) !== 'open' || (await marking.run({ step, mark: 'skipped' })) !== undefined
    if (isSkipped) open(nextStep(setup, step))
  }
  return (
    <Card
      title={isWizard || current !== undefined ? 'Set up your pool' : 'Finish setting up your pool'}
      actions={
        <Badge tone="neutral">
          {done} of {STEPS.length} done
        </Badge>
      }
    >
      <ol className={styles.steps}>
        {STEPS.map(({ step, title, lead }, index) => (
          <StepRow
            key={step}
            number={index + 1}
            title={title}
            lead={lead}
            state={stateOf(setup, step)}
            isOpen={step === current}
            hasMoved={hasMoved}
            onOpen={() => open(step === current ? undefined : step)}
          >
            <StepContent step={step} setup={setup} panels={panels} onDone={() => finish(step)}>
              <Button variant="quiet" pending={marking.pending} onClick={() => skip(step)}>
                {stateOf(setup, step) === 'done' ? 'Close' : 'Skip for now'}
              </Button>
            </StepContent>
            <ErrorText>{marking.error}</ErrorText>
          </StepRow>
        ))}
      </ol>
    </Card>
  )
}

interface StepRowProps {
  readonly number: number
  readonly title: string
  readonly lead: string
  readonly state: 'open' | 'done' | 'skipped'
  readonly isOpen: boolean
  /** Whether the admin has moved to a step: then it takes the focus. */
  readonly hasMoved: boolean
  readonly onOpen: () => void
  readonly children: ReactNode
}

function StepRow({ number, title, lead, state, isOpen, hasMoved, onOpen, children }: StepRowProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen || !hasMoved) return
    button.current?.focus({ preventScroll: true })
    button.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, hasMoved])
  return (
    <li className={styles.step} data-open={isOpen || undefined}>
      <h3 className={styles.heading}>
        <button ref={button} type="button" className={styles.opener} aria-expanded={isOpen} onClick={onOpen}>
          <span className={styles.number} data-state={state} aria-hidden="true">
            {state === 'done' ? <Check size={18} /> : number}
          </span>
          <span className={styles.title}>{title}</span>
          {state !== 'open' && <Badge tone={state === 'done' ? 'win' : 'neutral'}>{state === 'done' ? 'Done' : 'Skipped'}</Badge>}
          <ChevronRight className={styles.chevron} size={18} aria-hidden="true" />
        </button>
      </h3>
      {isOpen && (
        <div className={styles.body}>
          <p className="muted">{lead}</p>
          {children}
        </div>
      )}
    </li>
  )
}
