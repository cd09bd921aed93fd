import { chmodSync, cpSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  apps,
  copy,
  copyFolder,
  countKept,
  createOriginal,
  folder,
  original,
  useDataFolders,
} from '../../tests/support/copied-folders.ts'
import { end, isAlive, query, until } from '../../tests/support/embedded-apps.ts'

const isRoot = process.getuid?.() === 0
useDataFolders()

test('embedded PostgreSQL: starts a data folder that was moved after a crash', async () => {
  await createOriginal()
  const live = await apps.start(original)
  process.kill(live.postmaster, 'SIGKILL')
  await end(live.child, 'SIGKILL')
  await until(() => !isAlive(live.postmaster))
  renameSync(original, copy)
  expect(await countKept((await apps.start(copy)).connectionString)).toBe(1)
})

test('embedded PostgreSQL: rejects a second start under another name of the same folder', async () => {
  const live = await apps.start(original)
  symlinkSync(original, copy)
  expect((await apps.fail(copy)).message).toContain(`is in use: Outlast already runs on it as process ${live.child.pid}`)
  expect(isAlive(live.postmaster)).toBe(true)
  rmSync(copy)
})

test('embedded PostgreSQL: does not mistake the database of a folder whose path ends with its own for its own', async () => {
  const nested = join(folder, 'nested', original)
  mkdirSync(join(nested, '..'), { recursive: true })
  await createOriginal()
  copyFolder(original, nested)
  const live = await apps.start(nested)
  cpSync(join(nested, 'postgres/data/postmaster.pid'), join(original, 'postgres/data/postmaster.pid'))
  const second = await apps.start(original)
  expect(isAlive(live.postmaster)).toBe(true)
  expect(second.postmaster).not.toBe(live.postmaster)
})

test('PostgresSupervisor: creates its socket again when somebody deletes it', async () => {
  const app = await apps.start(original)
  rmSync(join(original, 'postgres/socket'), { recursive: true })
  await app.readField('restarted')
  expect((await query(app.connectionString, 'SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
})

test.skipIf(!isRoot)('embedded PostgreSQL: as root, starts a folder that was copied without its owners', async () => {
  await createOriginal()
  cpSync(original, copy, { recursive: true })
  const app = await apps.start(copy)
  expect(await countKept(app.connectionString)).toBe(1)
})

describe.skipIf(!isRoot)('embedded PostgreSQL: as root, with the cluster outside of the data folder', () => {
  beforeEach(() => chmodSync(folder, 0o700))

  test('a copy made while the pool runs is rejected and leaves the pool alone', async () => {
    await createOriginal()
    const live = await apps.start(original)
    copyFolder()
    expect(await apps.fail(copy)).toEqual({
      code: 1,
      message: `The data folder ${copy} is a copy of ${realpathSync(original)}, whose pool runs as process ${live.child.pid}. Stop that pool, so that its database can be copied too.`,
    })
    expect(isAlive(live.postmaster)).toBe(true)
    expect(await countKept(live.connectionString)).toBe(1)
  })

  test('a copy of a stopped pool gets its own copy of the database', async () => {
    await createOriginal()
    copyFolder()
    const second = await apps.start(copy)
    await query(second.connectionString, 'INSERT INTO kept VALUES (2)')
    const live = await apps.start(original)
    expect([await countKept(live.connectionString), await countKept(second.connectionString)]).toEqual([1, 2])
    expect(realpathSync(join(copy, 'postgres'))).not.toBe(realpathSync(join(original, 'postgres')))
    await end(second.child, 'SIGTERM')
    expect(await countKept((await apps.start(copy)).connectionString)).toBe(2)
  })

  test('a copy of a pool that was killed gets its own copy of the database', async () => {
    await createOriginal()
    const live = await apps.start(original)
    await query(live.connectionString, 'INSERT INTO kept VALUES (2)')
    await end(live.child, 'SIGKILL')
    copyFolder()
    const second = await apps.start(copy)
    expect(await countKept(second.connectionString)).toBe(2)
    await query(second.connectionString, 'INSERT INTO kept VALUES (3)')
    expect(await countKept((await apps.start(original)).connectionString)).toBe(2)
  })

  test('a moved data folder keeps its database', async () => {
    await createOriginal()
    const clusterFolder = realpathSync(join(original, 'postgres'))
    renameSync(original, copy)
    expect(await countKept((await apps.start(copy)).connectionString)).toBe(1)
    expect(realpathSync(join(copy, 'postgres'))).toBe(clusterFolder)
  })

  test('a copy never opens the database of an original that was moved meanwhile', async () => {
    await createOriginal()
    copyFolder()
    const moved = join(folder, 'moved')
    renameSync(original, moved)
    const second = await apps.start(copy)
    await query(second.connectionString, 'INSERT INTO kept VALUES (2)')
    renameSync(moved, original)
    expect(await countKept((await apps.start(original)).connectionString)).toBe(1)
  })

  test('a link to a database that does not exist is rejected with a message', async () => {
    await createOriginal()
    const clusterFolder = realpathSync(join(original, 'postgres'))
    rmSync(clusterFolder, { recursive: true })
    const { code, message } = await apps.fail(original)
    expect([code, message]).toEqual([
      1,
      `The database of ${original} is missing: ${join(original, 'postgres')} is a link to ${clusterFolder}, which does not exist. Restore that folder, or delete the link to start with an empty pool.`,
    ])
  })

  test('the folder of a database names the data folder that it belongs to', async () => {
    await createOriginal()
    const clusterFolder = realpathSync(join(original, 'postgres'))
    const { folder: named } = JSON.parse(readFileSync(join(clusterFolder, 'belongs-to.json'), 'utf8')) as { folder: string }
    expect(named).toBe(realpathSync(original))
  })
})
