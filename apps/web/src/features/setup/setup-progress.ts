import type { AdminView, PoolView } from '@outlast/contract/live'

export type SetupInfo = AdminView['setup']
export type Step = keyof SetupInfo['marks']

/** The steps that the setup offers, in their order. */
export const STEPS: readonly { readonly step: Step; readonly title: string; readonly lead: string }[] = [
  { step: 'club', title: 'Club', lead: 'Your name and color, so that members feel at home.' },
  { step: 'season', title: 'Season', lead: 'The season that your pool plays.' },
  { step: 'rules', title: 'Rule book', lead: 'Choose how the pool is played. You can change it until the first lock.' },
  {
    step: 'money',
    title: 'Where members pay',
    lead: 'Outlast keeps the books and never moves money. Skip it if entries are free.',
  },
  {
    step: 'past',
    title: 'Has your season begun?',
    lead: 'Weeks that were played elsewhere come first, so that invitations say who is still in.',
  },
  { step: 'joining', title: 'Joining', lead: 'How members get in.' },
  { step: 'reminders', title: 'Reminders', lead: 'Nobody forgets a pick. We recommend to switch them on.' },
  { step: 'week', title: 'First week', lead: 'Open it, and everyone can pick.' },
]

type StepState = 'open' | 'done' | 'skipped'

export const stateOf = (setup: SetupInfo, step: Step): StepState => setup.marks[step] ?? 'open'

/** Returns the first step that nobody has finished or skipped, after the given one if there is any. */
export function nextStep(setup: SetupInfo, after?: Step): Step | undefined {
  const open = STEPS.map(({ step }) => step).filter((step) => step !== after && stateOf(setup, step) === 'open')
  const at = STEPS.findIndex(({ step }) => step === after)
  return open.find((step) => STEPS.findIndex((one) => one.step === step) > at) ?? open[0]
}

/**
 * What the desk shows: the whole setup until the first week is open, then a checklist of what remains, and nothing after the first lock.
 * Weeks that
 * were played elsewhere do not count.
 */
export function setupStage(setup: SetupInfo, weeks: PoolView['weeks']): 'wizard' | 'checklist' | 'none' {
  const isOpen = stateOf(setup, 'week') === 'done'
  if (isOpen && weeks.some((week) => week.is_locked)) return 'none'
  const isFinished = STEPS.every(({ step }) => stateOf(setup, step) === 'done')
  if (weeks.length > 0 && isFinished) return 'none'
  return !isOpen && nextStep(setup) !== undefined ? 'wizard' : 'checklist'
}
