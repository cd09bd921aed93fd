import { expect, it } from 'vitest'
import { storyText } from './story-text.ts'

const FACTS = { weekNumber: 9, isComplete: true, isWipedOut: false, out: 44, alive: 1_051, own: 2 }

it('says what a week did and what it left', () => {
  expect(storyText(FACTS)).toEqual({ title: 'Week 9 put out 44.', left: '1,051 entries are left, 2 of them yours.' })
  expect(storyText({ ...FACTS, out: 0, own: 0, alive: 1 })).toEqual({ title: 'Week 9 put out nobody.', left: '1 entry is left.' })
  expect(storyText({ ...FACTS, own: 1, alive: 1 }).left).toBe('1 entry is left, and it is yours.')
  expect(storyText({ ...FACTS, own: 2, alive: 2 }).left).toBe('2 entries are left, all of them yours.')
})

it('does not say of a week that goes on, or of one that everybody came back from, that it is over', () => {
  expect(storyText({ ...FACTS, isComplete: false }).title).toBe('Week 9 has put out 44 so far.')
  expect(storyText({ ...FACTS, isWipedOut: true, out: 0 }).title).toBe('Week 9 put everybody out, so everybody is back.')
})
