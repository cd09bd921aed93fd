import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { toast, Toasts } from './toast.tsx'

it('Toasts: cover neither a control nor what was just changed', async () => {
  const { container, getByRole, getByText } = await render(
    <>
      <article style={{ position: 'fixed', insetInline: 0, insetBlockEnd: 40, blockSize: 120 }}>
        <button type="button">Submit Pick</button>
      </article>
      <Toasts />
    </>,
  )
  getByRole('button').element().focus()
  toast('Pick saved')
  await expect.element(getByText('Pick saved')).toBeVisible()
  const card = container.querySelector('article')!.getBoundingClientRect()
  expect(getByText('Pick saved').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(card.top)
})
