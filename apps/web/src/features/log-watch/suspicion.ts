import { type Hashing, toHex } from '@outlast/domain/rules'
import type { DeviceRecord, SuspectRead } from '../../device/log-record.ts'
import type { Suspicion } from './check-task.ts'

interface MemoryOptions extends Pick<DeviceRecord, 'suspicions'> {
  readonly hashing: Hashing
  readonly onSuspicion: (suspicion: Suspicion) => void
}

/**
 * Lets a visit go on where one ended that had read something suspect: what has the same content is read again without waiting. The device
 * keeps a hash of the content, which reveals nothing.
 */
export function memoryOf<R>(read: SuspectRead, contentOf: (reading: R) => unknown, options: MemoryOptions) {
  const { suspicions, hashing, onSuspicion } = options
  const digestOf = (reading: R): string => toHex(hashing.sha256(JSON.stringify(contentOf(reading))))
  return {
    isRemembered: (reading: R): boolean => suspicions[read] === digestOf(reading),
    onSuspicion: (reading: R): void => onSuspicion({ read, digest: digestOf(reading) }),
  }
}

/** Forgets a suspicion after it was read again. */
export function withoutSuspicion(record: DeviceRecord, read: SuspectRead): DeviceRecord {
  const { [read]: _, ...suspicions } = record.suspicions
  return { ...record, suspicions }
}
