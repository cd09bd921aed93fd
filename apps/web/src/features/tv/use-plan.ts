import type { Scene } from '@outlast/domain/rules'
import { useEffect, useReducer } from 'react'
import { deviceNow, siteNow } from '../../clock/site-clock.ts'
import type { ScreenFacts } from './facts.ts'
import { advance, type Moment, type Plan, startPlan, step, toggleHold } from './planner.ts'

const TICK_MS = 500

type Action = ({ readonly type: 'advance' } & Moment) | (Key & { readonly now: number })

type Key = { readonly type: 'step'; readonly by: 1 | -1 } | { readonly type: 'hold' }

function reduce(plan: Plan, action: Action): Plan {
  switch (action.type) {
    case 'advance':
      return advance(plan, action)
    case 'step':
      return step(plan, action.by, action.now)
    case 'hold':
      return toggleHold(plan, action.now)
    default:
      return action satisfies never
  }
}

/** Plans the scenes while the screen is shown. The arrow keys step, and space holds. */
export function usePlan(facts: ScreenFacts, chosen: readonly Scene[], fixed: Scene | undefined): Plan {
  const [plan, dispatch] = useReducer(reduce, undefined, () =>
    startPlan({ facts, chosen, fixed, now: deviceNow(), siteNow: siteNow() }),
  )
  useEffect(() => {
    const follow = (): void => dispatch({ type: 'advance', facts, chosen, fixed, now: deviceNow(), siteNow: siteNow() })
    follow()
    const timer = setInterval(follow, TICK_MS)
    return () => clearInterval(timer)
  }, [facts, chosen, fixed])
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

const KEYS: Readonly<Record<string, Key>> = {
  ArrowRight: { type: 'step', by: 1 },
  ArrowLeft: { type: 'step', by: -1 },
  ' ': { type: 'hold' },
}
