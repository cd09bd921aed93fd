import { gameInfo } from '@outlast/contract/live/test-support'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { Scorebug, shortClock } from './scorebug.tsx'

const game = (over = {}) => gameInfo({ away_team_abbr: 'NE', home_team_abbr: 'CHI', ...over })
const played = { status: 'in_progress', away_score: 24, home_score: 28, detail: '1:51 - 4th' } as const

it('Scorebug: shows the picked team first, wherever it plays, and says the game in a sentence', async () => {
  const { container, rerender } = await render(<Scorebug game={game(played)} team="NE" isAuto={false} />)
  expect(container).toHaveTextContent('NE, trailing 24–28, NE 24–28 CHI · 1:51 - 4thNE24Q4 1:5128CHI')
  await expectAccessible(container)
  await rerender(<Scorebug game={game(played)} team="CHI" isAuto />)
  expect(container).toHaveTextContent(
    'CHI, automatic pick, leading 28–24, NE 24–28 CHI · 1:51 - 4thCHI*, automatic pick28Q4 1:5124NE',
  )
})

it('Scorebug: has the kickoff and no points before the game begins', async () => {
  const { container } = await render(<Scorebug game={game()} team="CHI" isAuto={false} />)
  expect(container.textContent).toMatch(/CHI\d+:\d\d [AP]M ETNE$/)
})

it.each([
  ['1:51 - 4th', 'Q4 1:51'],
  ['12:00 - 1st', 'Q1 12:00'],
  ['9:09 - 3rd Quarter', 'Q3 9:09'],
  ['4:10 - OT', '4:10 - OT'],
  ['Halftime', 'Halftime'],
  ['Final/OT', 'Final/OT'],
])('shortClock: turns %j into %j', (detail, text) => {
  expect(shortClock(detail)).toBe(text)
})
