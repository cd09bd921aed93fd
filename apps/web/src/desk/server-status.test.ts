import type { ServerStatus } from '@outlast/contract'
import { expect, it } from 'vitest'
import { diskProblem } from './server-status.tsx'

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
