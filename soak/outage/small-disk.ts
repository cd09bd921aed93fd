import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { createTemporaryFolder } from '@outlast/testing'
import type { Check } from '../support/scenario.ts'

/** Returns whether this process may mount a file system. */
export function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const capabilities = /^CapEff:\s+([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  const CAP_SYS_ADMIN = 21n
  return (BigInt(`0x${capabilities ?? '0'}`) & (1n << CAP_SYS_ADMIN)) !== 0n
}

/** Mounts an empty file system of some MiB in memory, and returns its folder. */
export function mountDisk(mib: number): string {
  const folder = createTemporaryFolder('disk')
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`a small disk could not be mounted: ${stderr}`)
  // PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  return folder
}

export function unmount(folder: string): void {
  const { status, stderr } = spawnSync('umount', [folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the small disk could not be unmounted: ${stderr}`)
  rmSync(folder, { recursive: true, force: true })
}

/** Checks that a program names the disk that is full, and what to do. */
export function saysFull(what: string, output: string, place: string): Check {
  const sentence = /The disk of (.+?) is full\. Delete something there, or make the disk larger\./.exec(output)
  return {
    what,
    expected: `The disk of ${place}… is full. Delete something there, or make the disk larger.`,
    found: sentence?.[0] ?? output.trim().slice(-300),
    passed: sentence?.[1]?.startsWith(place) === true,
  }
}
