import type { ServerStatus } from '@outlast/contract'
import { expect, it } from 'vitest'
import { addressProblem, diskProblem, mailProblem } from './server-status.tsx'

const status = (disk: ServerStatus['disk']): ServerStatus => ({
  public_url: 'https://pool.example',
  reach: 'everywhere',
  sends_mail: true,
  disk,
})

it('diskProblem: says in words that the disk is full or nearly full, and nothing while it has space', () => {
  expect(['ok', 'low', 'full'].map((disk) => diskProblem(status(disk as ServerStatus['disk']))?.title)).toEqual([
    undefined,
    'The disk of the server is nearly full',
    'The disk of the server is full',
  ])
})

it('says nothing of settings to an admin; their names are in the text to forward', () => {
  const broken = { ...status('full'), reach: 'computer', sends_mail: false } as const
  const parts = [addressProblem(broken), mailProblem(broken), diskProblem(broken)]
  for (const part of parts) expect(`${part?.title} ${part?.text}`).not.toMatch(/[A-Z]+_[A-Z]+/)
  expect(parts.map((part) => part?.forward?.match(/[A-Z]+_[A-Z]+/g))).toEqual([['PUBLIC_URL'], ['SMTP_URL', 'MAIL_FROM'], null])
  for (const part of parts) expect(part?.forward).toContain('Please')
})
