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
  it('is the configured one, and then nothing is written', async () => {
    expect(await tokenSecret({ jwtSecret: 'configured', dataDir })).toBe('configured')
    expect(await readdir(parent)).toEqual([])
  })

  it('is made once, long, and readable by its owner alone', async () => {
    const secret = await tokenSecret({ jwtSecret: undefined, dataDir })
    expect(secret).toMatch(/^[\w-]{64}$/)
    expect(await tokenSecret({ jwtSecret: undefined, dataDir })).toBe(secret)
    expect((await stat(join(dataDir, 'jwt-secret'))).mode & 0o777).toBe(0o600)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    expect(await readdir(dataDir)).toEqual(['jwt-secret'])
  })

  it('is the same for all who start at once', async () => {
    const secrets = await Promise.all(Array.from({ length: 10 }, () => tokenSecret({ jwtSecret: undefined, dataDir })))
    expect(new Set(secrets).size).toBe(1)
    expect((await readFile(join(dataDir, 'jwt-secret'), 'utf8')).trim()).toBe(secrets[0])
  })

  it('refuses a file that was cut short, rather than sign with it', async () => {
    await tokenSecret({ jwtSecret: undefined, dataDir })
    await writeFile(join(dataDir, 'jwt-secret'), 'short\n')
    await expect(tokenSecret({ jwtSecret: undefined, dataDir })).rejects.toThrow('is cut short: delete it')
    await writeFile(join(dataDir, 'jwt-secret'), 'x'.repeat(31))
    await expect(tokenSecret({ jwtSecret: undefined, dataDir })).rejects.toThrow('is cut short: delete it')
    await writeFile(join(dataDir, 'jwt-secret'), 'x'.repeat(32))
    expect(await tokenSecret({ jwtSecret: undefined, dataDir })).toBe('x'.repeat(32))
  })

  it('says what to do where it cannot be read, and why it cannot', async () => {
    await writeFile(dataDir, 'a file where the folder should be')
    await expect(tokenSecret({ jwtSecret: undefined, dataDir })).rejects.toMatchObject({
      message: expect.stringMatching(/cannot be read from .*jwt-secret: set JWT_SECRET, or OUTLAST_DATA/),
      cause: { code: 'ENOTDIR' },
    })
  })

  it('says what to do where it cannot be kept, why it cannot, and leaves nothing behind', async () => {
    await mkdir(dataDir)
    await symlink(join(parent, 'nowhere'), join(dataDir, 'jwt-secret'))
    const refused = {
      message: expect.stringMatching(/cannot be kept in .*jwt-secret: set JWT_SECRET, or OUTLAST_DATA/),
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
