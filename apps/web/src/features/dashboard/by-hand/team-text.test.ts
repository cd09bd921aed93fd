import { describe, expect, it } from 'vitest'
import type { TeamOption } from '../pick/pick-options.ts'
import { teamOf } from './team-text.ts'

const option = (abbr: string, city: string, name: string) => ({ abbr, city, name }) as TeamOption
const LEFT = [option('NYG', 'New York', 'Giants'), option('NYJ', 'New York', 'Jets'), option('KC', 'Kansas City', 'Chiefs')]

describe('teamOf', () => {
  it.each([
    ['kc', 'KC'],
    [' Kansas', 'KC'],
    ['chiefs', 'KC'],
    ['new york j', 'NYJ'],
    ['giants', 'NYG'],
  ])('reads %s as %s', (text, team) => expect(teamOf(text, LEFT)).toEqual({ team }))
  it('asks which of several teams is meant', () => {
    expect(teamOf('new york', LEFT)).toEqual({ problem: 'Which one: NYG, NYJ?' })
  })
  it('leaves an abbreviation that it does not know to the pool', () => {
    expect(teamOf('buf', LEFT)).toEqual({ team: 'BUF' })
  })
  it('says that no team is meant', () => {
    expect(teamOf('Buffalo', LEFT)).toEqual({ problem: 'No team that is left begins with “Buffalo”' })
  })
})
