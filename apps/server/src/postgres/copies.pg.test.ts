import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  apps,
  copy,
  copyFolder,
  countKept,
  createOriginal,
  original,
  socketOf,
  useDataFolders,
} from '../../tests/support/copied-folders.ts'
import { isAlive, query } from '../../tests/support/embedded-apps.ts'

useDataFolders()

test('embedded PostgreSQL: a copy of a stopped data folder has its own database, also while the original runs', async () => {
  await createOriginal()
  copyFolder()
  const live = await apps.start(original)
  const second = await apps.start(copy)
  await query(second.connectionString, 'INSERT INTO kept VALUES (2)')
  expect([await countKept(live.connectionString), await countKept(second.connectionString)]).toEqual([1, 2])
  expect(isAlive(live.postmaster)).toBe(true)
})

test('embedded PostgreSQL: rejects a copy that was made while the pool ran, and the pool keeps running', async () => {
  await createOriginal()
  const live = await apps.start(original)
  copyFolder()
  if (existsSync(join(copy, 'postgres/data/postmaster.pid')) === false) throw new Error('The copy has no postmaster.pid')
  const { code, message } = await apps.fail(copy)
  expect([code, message]).toEqual([
    1,
    `The database in ${join(copy, 'postgres/data')} was copied while it was in use, so it may be damaged. ` +
      `Stop the pool and copy its folder again. If nothing ran during the copy, delete ${join(copy, 'postgres/data/postmaster.pid')} and start again.`,
  ])
  expect(await countKept(live.connectionString)).toBe(1)
  expect(existsSync(socketOf(original))).toBe(true)
})
