import type { MomentInfo, WeekView } from '@outlast/contract/live'
import { gameInfo, weekView } from '@outlast/contract/live/test-support'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { JustNow } from './just-now.tsx'

const person = (id: number, entry_name: string, user_name: string) => ({ entry_id: id, entry_name, user_id: id, user_name })
const game = { id: 1, home_team_abbr: 'PIT', away_team_abbr: 'LV', home_score: 31, away_score: 3, is_overtime: false } as const
const moment = (position: number, over: Partial<MomentInfo> = {}): MomentInfo => ({
  id: `${position}-1`,
  position,
  at: '2026-09-20T19:58:00.000Z',
  kind: 'final',
  game,
  ...over,
})
const viewOf = (...moments: MomentInfo[]): WeekView => ({ ...weekView(), games: [], moments })

it('JustNow: says what happened with the initials of eliminated members, and strikes through what is no longer true', async () => {
  const out = { people: [person(7, 'Free Safety', 'Yan Member'), person(8, 'Pick Six', 'Ray Ortiz')], more: 0 }
  const { container } = await render(<JustNow view={viewOf(moment(9, { out }), moment(8, { is_untrue: true }))} />)
  expect(container.textContent).toContain('PIT 31–32 outYMYan Member · Free SafetyRORay Ortiz · Pick Six')
  expect(container.querySelector('del')).toHaveTextContent('PIT 31–3')
  expect(container.querySelector('a')).toHaveAttribute('href', '/entry/7')
  await expectAccessible(container)
})

it('JustNow: lists five moments and the others on demand', async () => {
  const { container, getByRole } = await render(<JustNow view={viewOf(...[7, 6, 5, 4, 3, 2, 1].map((n) => moment(n)))} />)
  expect(container.querySelectorAll('li')).toHaveLength(5)
  await userEvent.click(getByRole('button', { name: 'and 2 more moments' }))
  expect(container.querySelectorAll('li')).toHaveLength(7)
})

it('JustNow: has its place before anything has happened', async () => {
  const { container } = await render(<JustNow view={viewOf()} />)
  expect(container).toHaveTextContent('Just nowWhat happens in the games appears here.')
  await expectAccessible(container)
})

it('JustNow: fills the rest of its place with the next kickoffs, the first one first', async () => {
  const late = gameInfo({ id: 2, start_time: '2026-09-20T20:25:00.000Z', away_team_abbr: 'LV', home_team_abbr: 'PIT' })
  const early = gameInfo({ id: 3, start_time: '2026-09-20T17:00:00.000Z', away_team_abbr: 'NYJ', home_team_abbr: 'BUF' })
  const games = [late, early, gameInfo({ id: 4, status: 'final' }), gameInfo({ id: 5, kickoff_known: false })]
  const moments = [4, 3, 2].map((n) => moment(n))
  const { container, rerender } = await render(<JustNow view={{ ...viewOf(...moments), games }} />)
  expect(container.textContent).toMatch(/NYJ at BUF kicks off.*LV at PIT kicks off$/)
  await expectAccessible(container)
  await rerender(<JustNow view={{ ...viewOf(moment(5), ...moments), games }} />)
  expect(container.textContent).toMatch(/NYJ at BUF kicks off$/)
})
