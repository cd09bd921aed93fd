import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { Lives } from './lives.tsx'

it('Lives: shows a heart for each life, an empty one for each lost life, and the number in words', async () => {
  const { container } = await render(<Lives left={2} of={3} />)
  expect(container).toHaveTextContent('♥♥♡2 lives left')
  await expectAccessible(container)
})

it('Lives: says one life, and none', async () => {
  const { container, rerender } = await render(<Lives left={1} of={1} />)
  expect(container).toHaveTextContent('♥1 life left')
  await rerender(<Lives left={0} of={1} />)
  expect(container).toHaveTextContent('♡0 lives left')
})

it('Lives: is a heart and a number where there is little room, with the words for screen readers', async () => {
  const { container } = await render(<Lives left={2} of={3} short />)
  expect(container).toHaveTextContent('♥22 lives left')
  await expectAccessible(container)
})
