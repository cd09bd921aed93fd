import { existsSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createTemporaryFolder, removeDataFolder } from '@outlast/testing/files'
import { expect, test } from 'vitest'
import { DiskFiller } from './disk-filler.ts'

/** A device of Linux to which every write fails with ENOSPC. */
const FULL_DEVICE = '/dev/full'

test.runIf(existsSync(FULL_DEVICE))('DiskFiller goes on when the disk is full before its file is written', () => {
  const folder = createTemporaryFolder('filler')
  try {
    symlinkSync(FULL_DEVICE, join(folder, 'filler-1'))
    const filler = new DiskFiller(folder, () => 100)
    filler.fill()
    filler.fill()
    expect(readdirSync(folder).sort()).toEqual(['filler-1', 'filler-2'])
    filler.empty()
    expect(readdirSync(folder)).toEqual([])
  } finally {
    removeDataFolder(folder)
  }
})

test('DiskFiller writes nothing when no space is free', () => {
  const folder = createTemporaryFolder('filler')
  try {
    new DiskFiller(folder, () => 0).fill()
    expect(readdirSync(folder)).toEqual([])
  } finally {
    removeDataFolder(folder)
  }
})
