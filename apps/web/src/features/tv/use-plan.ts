import type { Scene } from '@outlast/domain/rules'
import { useEffect, useReducer } from 'react'
import { deviceNow } from '../../clock/site-clock.ts'
import type { ScreenFacts } from './facts.ts'
import { advance, type Plan, startPlan, step, toggleHold } from './planner.ts'

const TICK_MS = 500

interface Known {
  readonly facts: ScreenFacts
  readonly chosen: readonly Scene[]
}

type Action = ({ readonly type: 'advance' } & Known) | { readonly type: 'step'; readonly by: 1 | -1 } | { readonly type: 'hold' }

function reduce(plan: Plan, { now, ...action }: Action & { readonly now: number }): Plan {
  switch (action.type) {
    case 'advance':
      return advance(plan, action.facts, action.chosen, now)
    case 'step':
      return step(plan, action.by, now)
    case 'hold':
      return toggleHold(plan, now)
    default:
      return action satisfies never
  }
}

/** Plans the scenes while the screen is shown. The arrow keys step, and space holds. */
export function usePlan(facts: ScreenFacts, chosen: readonly Scene[]): Plan {
  const [plan, dispatch] = useReducer(reduce, undefined, () => startPlan(facts, chosen, deviceNow()))
  useEffect(() => {
    const follow = (): void => dispatch({ type: 'advance', facts, chosen, now: deviceNow() })
    follow()
    const timer = setInterval(follow, TICK_MS)
    return () => clearInterval(timer)
  }, [facts, chosen])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === ' ' && event.target instanceof HTMLButtonElement) return
      const action = KEYS[event.key]
      if (action === undefined) return
      event.preventDefault()
      dispatch({ ...action, now: deviceNow() })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return plan
}

const KEYS: Readonly<Record<string, Exclude<Action, { readonly type: 'advance' }>>> = {
  ArrowRight: { type: 'step', by: 1 },
  ArrowLeft: { type: 'step', by: -1 },
  ' ': { type: 'hold' },
}
