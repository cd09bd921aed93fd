import { describe, expect, it } from 'vitest'
import { ALL } from './picks.ts'
import { NO_FILTER, parseRevealParams, withRevealParams } from './reveal-params.ts'

const parse = (query: string) => parseRevealParams(new URLSearchParams(query))

describe('parseRevealParams', () => {
  it('reads team, result and search', () => {
    expect(parse('team=KC&result=loss&q=rider+1')).toEqual({
      pick: { kind: 'team', team: 'KC' },
      result: 'loss',
      search: 'rider 1',
    })
    expect(parse('team=none').pick).toEqual({ kind: 'none' })
    expect(parse('team=game:12').pick).toEqual({ kind: 'game', gameId: 12 })
  })

  it.each(['', 'team=kansas', 'team=game:x', 'result=maybe', 'if=12'])('ignores what is not a filter: %s', (query) => {
    expect(parse(query)).toEqual({ pick: ALL, result: 'all', search: '' })
  })
})

describe('withRevealParams', () => {
  it('omits what does not filter and keeps other parameters', () => {
    expect(withRevealParams(new URLSearchParams('if=3h&team=KC&q=x'), NO_FILTER).toString()).toBe('if=3h')
  })

  it('writes what parseRevealParams reads', () => {
    const filter = { pick: { kind: 'team', team: 'SF' }, result: 'tbd', search: 'all' } as const
    const params = withRevealParams(new URLSearchParams(), filter)
    expect(params.toString()).toBe('team=SF&result=tbd&q=all')
    expect(parseRevealParams(params)).toEqual(filter)
  })
})
