import { expect, it, vi } from 'vitest'
import { CHECKS, type ServerCheck } from '@outlast/contract/rest/admin/checks'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { checkProblem, failuresOf, wellText } from '../../desk/server-checks.ts'
import { Health } from './health-card.tsx'

const found = (check: ServerCheck['check'], level: ServerCheck['level']): ServerCheck => ({
  check,
  level,
  message: 'set SMTP_URL and MAIL_FROM',
})
const nothing = { error: null, pending: false, onCheck: () => {} }

it('Health: says that all is well, and what passed on demand', async () => {
  const { container } = await render(<Health {...nothing} checks={CHECKS.map((check) => found(check, 'ok'))} />)
  expect(container.textContent).toMatch(/All is well\..*14 checks passed/)
  await expectAccessible(container)
})

it('Health: names what does not work before what can be better, in words without settings', async () => {
  const checks = [found('backup_disk', 'warn'), found('clock', 'ok'), found('mail', 'fail')]
  const { container, getByRole } = await render(<Health {...nothing} checks={checks} />)
  expect(container.textContent).toMatch(/Mails are not sent.*Does not work.*Backups would be lost.*To do.*1 check passed/)
  expect(container.textContent).not.toMatch(/All is well|[A-Z]+_[A-Z]+/)
  expect(getByRole('button', { name: 'Copy a text to forward' }).all()).toHaveLength(2)
  await expectAccessible(container)
})

it('Health: asks again at a press', async () => {
  const onCheck = vi.fn<() => void>()
  const { getByRole } = await render(<Health {...nothing} checks={[]} onCheck={onCheck} />)
  await getByRole('button', { name: 'Check again' }).click()
  expect(onCheck).toHaveBeenCalledOnce()
})

it('checkProblem: has words without settings for each check, and the sentence for the operator in the text to forward', () => {
  for (const check of CHECKS) {
    const part = checkProblem(found(check, 'warn'))
    expect(`${part?.title} ${part?.text} ${wellText(found(check, 'ok'))}`).not.toMatch(/[A-Z]+_[A-Z]+|undefined/)
    expect(part?.forward).toContain('set SMTP_URL and MAIL_FROM')
    expect(checkProblem(found(check, 'ok'))).toBeUndefined()
  }
})

it('failuresOf: has what does not work, except what the desk says elsewhere', () => {
  const checks = [found('backup', 'fail'), found('backup_folder', 'fail'), found('clock', 'warn')]
  expect(failuresOf(checks).map((part) => part?.title)).toEqual(['The next backup will fail'])
})
