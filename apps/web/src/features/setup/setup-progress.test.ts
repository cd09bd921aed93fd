import type { PoolView } from '@outlast/contract/live'
import { describe, expect, it } from 'vitest'
import { nextStep, type SetupInfo, setupStage, STEPS } from './setup-progress.ts'

const setup = (marks: SetupInfo['marks']): SetupInfo => ({ marks, season_year: null })
const weeks = (...locked: readonly boolean[]) => locked.map((is_locked) => ({ is_locked })) as unknown as PoolView['weeks']
const all = (mark: 'done' | 'skipped') => setup(Object.fromEntries(STEPS.map(({ step }) => [step, mark])))

describe('nextStep', () => {
  it('is the first step without a mark', () => {
    expect(nextStep(setup({}))).toBe('club')
    expect(nextStep(setup({ club: 'done', season: 'skipped' }))).toBe('rules')
    expect(nextStep(all('skipped'))).toBeUndefined()
  })
  it('goes on after the current step, and then returns to the ones before', () => {
    expect(nextStep(setup({ club: 'done' }), 'rules')).toBe('money')
    expect(nextStep(setup({}), 'money')).toBe('past')
    expect(nextStep(setup({ week: 'done', money: 'skipped', past: 'done', joining: 'done', reminders: 'done' }), 'rules')).toBe(
      'club',
    )
  })
})

describe('setupStage', () => {
  it('opens on the setup in a pool without weeks, until every step is finished or skipped', () => {
    expect(setupStage(setup({}), weeks())).toBe('wizard')
    expect(setupStage(all('skipped'), weeks())).toBe('checklist')
  })
  it('is a checklist of what remains while the pool has weeks', () => {
    expect(setupStage(setup({ week: 'done' }), weeks(false))).toBe('checklist')
    expect(setupStage(all('done'), weeks(false))).toBe('none')
  })
  it('goes on after weeks that were played elsewhere', () => {
    expect(setupStage(setup({}), weeks(true, true))).toBe('wizard')
    expect(setupStage(all('skipped'), weeks(true))).toBe('checklist')
  })
  it('ends with the first lock', () => {
    expect(setupStage(setup({ week: 'done' }), weeks(false, true))).toBe('none')
  })
})
