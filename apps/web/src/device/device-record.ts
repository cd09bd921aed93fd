import { create } from 'zustand'
import { getStored, setStored } from '../lib/local-storage.ts'
import { type DeviceRecord, EMPTY_RECORD, withReceipts } from './log-record.ts'

const KEY = 'outlast.log'

/** The record. Every tab reads it again before it changes it. */
export const useDeviceRecord = create<DeviceRecord>()(() => load())

function load(): DeviceRecord {
  try {
    return { ...EMPTY_RECORD, ...(JSON.parse(getStored(KEY) ?? '{}') as Partial<DeviceRecord>) }
  } catch {
    return EMPTY_RECORD
  }
}

/** Changes the record. Without storage, in a private window for instance, it lasts until the page closes. */
export function updateRecord(change: (record: DeviceRecord) => DeviceRecord): void {
  const stored = getStored(KEY) === undefined ? useDeviceRecord.getState() : load()
  const record = change(stored)
  setStored(KEY, JSON.stringify(record))
  useDeviceRecord.setState(record)
}

interface Acknowledged {
  readonly entry_id: number
  readonly week_id: number
  readonly receipt: { readonly position: number; readonly commitment: string; readonly head_hash: string }
}

/** Keeps the receipt of a pick that the server acknowledged. */
export function rememberReceipt({ entry_id, week_id, receipt: { position, commitment, head_hash: hash } }: Acknowledged): void {
  updateRecord((record) => withReceipts(record, [{ entry_id, week_id, position, commitment, hash, is_linked: false }]))
}
