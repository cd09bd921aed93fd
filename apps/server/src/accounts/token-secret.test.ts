import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tokenSecret } from './token-secret.ts'

let parent: string
let dataDir: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'outlast-secret-'))
  dataDir = join(parent, 'data')
})
afterEach(() => rm(parent, { recursive: true }))

describe('tokenSecret', () => {
  it('returns the configured secret and writes no file', async () => {
    expect(await tokenSecret({ jwtSecret: 'configured', dataDir })).toBe('configured')
    expect(await readdir(parent)).toEqual([])
  })

  it('generates a long secret once, readable only by its owner', async () => {
    const secret = await tokenSecret({ jwtSecret: undefined, dataDir })
    expect(secret).toMatch(/^[\w-]{64}$/)
    expect(await tokenSecret({ jwtSecret: undefined, dataDir })).toBe(secret)
    expect((await stat(join(dataDir, 'jwt-secret'))).mode & 0o777).toBe(0o600)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    expect(await readdir(dataDir)).toEqual(['jwt-secret'])
  })

  it('returns the same secret to processes that start at the same time', async () => {
    const secrets = await Promise.all(Array.from({ length: 10 }, () => tokenSecret({ jwtSecret: undefined, dataDir })))
    expect(new Set(secrets).size).toBe(1)
    expect((await readFile(join(dataDir, 'jwt-secret'), 'utf8')).trim()).toBe(secrets[0])
  })

  it('rejects a truncated file', async () => {
    await tokenSecret({ jwtSecret: undefined, dataDir })
    await writeFile(join(dataDir, 'jwt-secret'), 'short\n')
    await expect(tokenSecret({ jwtSecret: undefined, dataDir })).rejects.toThrow('is truncated: delete it')
    await writeFile(join(dataDir, 'jwt-secret'), `${'x'.repeat(31)}\n`)
    await expect(tokenSecret({ jwtSecret: undefined, dataDir })).rejects.toThrow('is truncated: delete it')
    await writeFile(join(dataDir, 'jwt-secret'), 'x'.repeat(32))
    expect(await tokenSecret({ jwtSecret: undefined, dataDir })).toBe('x'.repeat(32))
  })

  it('reports a file that cannot be read, with the cause', async () => {
    await writeFile(dataDir, 'a file where the folder should be')
    await expect(tokenSecret({ jwtSecret: undefined, dataDir })).rejects.toMatchObject({
      message: expect.stringMatching(/Cannot read the token secret from .*jwt-secret: set JWT_SECRET or OUTLAST_DATA/),
      cause: { code: 'ENOTDIR' },
    })
  })

  it('reports a file that cannot be written, with the cause, and leaves no temporary file', async () => {
    await mkdir(dataDir)
    await symlink(join(parent, 'nowhere'), join(dataDir, 'jwt-secret'))
    const refused = {
      message: expect.stringMatching(/Cannot store the token secret in .*jwt-secret: set JWT_SECRET or OUTLAST_DATA/),
      cause: { code: 'ENOENT' },
    }
    await expect(tokenSecret({ jwtSecret: undefined, dataDir })).rejects.toMatchObject(refused)
    expect(await readdir(dataDir)).toEqual(['jwt-secret'])
    const folder = join(parent, 'link')
    await symlink(join(parent, 'missing', 'folder'), folder)
    await expect(tokenSecret({ jwtSecret: undefined, dataDir: folder })).rejects.toMatchObject({
      ...refused,
      cause: expect.any(Error),
    })
  })
})
