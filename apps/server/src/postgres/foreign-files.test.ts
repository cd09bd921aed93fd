import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { foreignFiles } from './foreign-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outlast-foreign-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('foreignFiles', () => {
  test('names what is in a folder that somebody uses for something else', () => {
    writeFileSync(join(folder, 'taxes.pdf'), '')
    mkdirSync(join(folder, 'photos'))
    expect(foreignFiles(folder)).toEqual(['photos', 'taxes.pdf'])
  })

  test('is empty for a folder that is missing, empty, or a new disk', () => {
    expect(foreignFiles(join(folder, 'none'))).toEqual([])
    mkdirSync(join(folder, 'lost+found'))
    expect(foreignFiles(folder)).toEqual([])
  })

  test.each(['postgres', 'head-key', 'jwt-secret', 'lock'])('is empty for a data folder of a pool, which has %s', (name) => {
    writeFileSync(join(folder, name), '')
    writeFileSync(join(folder, 'notes.txt'), '')
    expect(foreignFiles(folder)).toEqual([])
  })
})
