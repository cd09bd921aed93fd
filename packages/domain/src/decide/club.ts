import { SCENES } from '../values/clubhouse-screen.ts'
import { createEvent } from '../events/events.ts'
import type { Club } from '../values/setup-steps.ts'
import { type Decider, accept } from './context.ts'
import { RuleViolation } from '../events/violation.ts'

export const changeClub: Decider<'ChangeClub'> = (state, { name, color, crest, showsOdds }) => {
  const before = state.club
  const after: Club = {
    name: name === undefined ? before.name : name,
    color: color === undefined ? before.color : color,
    crest: crest === undefined ? before.crest : crest,
    showsOdds: showsOdds ?? before.showsOdds,
  }
  const isSame = (Object.keys(after) as (keyof Club)[]).every((key) => after[key] === before[key])
  return accept(...(isSame ? [] : [createEvent('ClubChanged', after)]))
}

/** Chooses the scenes of the clubhouse screen, and whether it shows names or initials. */
export const changeClubhouseScreen: Decider<'ChangeClubhouseScreen'> = (state, { scenes, names }) => {
  const before = state.clubhouseScreen
  const chosen = new Set(scenes ?? before.scenes)
  const after = { scenes: SCENES.filter((scene) => chosen.has(scene)), names: names ?? before.names }
  const isSame = after.names === before.names && after.scenes.join() === before.scenes.join()
  return accept(...(isSame ? [] : [createEvent('ClubhouseScreenChanged', after)]))
}

/** Marks a step as done or skipped. A step that is done stays done (docs/rules.md §12.4). */
export const markSetupStep: Decider<'MarkSetupStep'> = (state, { step, mark, seasonYear }) => {
  const { marks, seasonYear: knownYear } = state.setup
  if (mark === 'done' && marks[step] !== 'done' && FOLLOWS_FROM_EVENTS.has(step)) throw new RuleViolation('setup_step_not_done')
  const isKnown = marks[step] === mark || marks[step] === 'done'
  const isSameYear = seasonYear === undefined || seasonYear === knownYear
  if (isKnown && isSameYear) return accept()
  const next = marks[step] === 'done' ? 'done' : mark
  return accept(createEvent('SetupStepMarked', { step, mark: next, ...(seasonYear === undefined ? {} : { seasonYear }) }))
}

/** The steps that only their own change completes: choosing rules, switching reminders on, and adding a week. */
const FOLLOWS_FROM_EVENTS: ReadonlySet<string> = new Set(['rules', 'reminders', 'week'])
