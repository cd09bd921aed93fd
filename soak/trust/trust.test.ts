import { test, vi } from 'vitest'
import { expectToPass } from '../support/expect-to-pass.ts'
import { trust } from './trust.ts'

// Starts several servers one after the other, which is slow on a busy machine.
vi.setConfig({ testTimeout: 400_000 })

test('the check of the web app raises no false alarm while weeks lock and servers restart, and finds forgeries', () =>
  expectToPass(trust))
