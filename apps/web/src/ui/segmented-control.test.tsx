import { useState } from 'react'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { SegmentedControl } from './segmented-control.tsx'

const OPTIONS = [
  { value: 'percent', label: 'Percent' },
  { value: 'count', label: 'Count' },
] as const

function Chooser() {
  const [value, setValue] = useState<'percent' | 'count'>('percent')
  return <SegmentedControl label="Show as" value={value} options={OPTIONS} onChange={setValue} />
}

it('SegmentedControl: is a group of radio buttons with its label, and the arrow keys choose', async () => {
  const screen = await render(<Chooser />)
  await expect.element(screen.getByRole('group', { name: 'Show as' })).toBeInTheDocument()
  await expect.element(screen.getByLabelText('Percent')).toBeChecked()
  screen.getByLabelText('Percent').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByLabelText('Count')).toBeChecked()
  await expectAccessible(screen.container)
})
