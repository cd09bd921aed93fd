import { ApiError, createClient, type WeekProof } from '@outlast/contract'
import { type DeviceRecord, EMPTY_RECORD } from '@outlast/web/device/log-record'
import { hashing } from '@outlast/web/lib/hashing'
import { pauseFor } from '@outlast/web/lib/read-until-certain'
import { checkSources } from '@outlast/web/log-watch/check-sources'
import { CheckTasks } from '@outlast/web/log-watch/check-tasks'
import { checkVisit, noteSuspicion } from '@outlast/web/log-watch/check-visit'
import { isSigned } from '@outlast/web/log-watch/signature'

/** A member who is signed in on a device. */
export interface SignedIn {
  readonly id: number
  readonly token: string
}

/** A device that visits a pool with the check of the web app, without its screens. */
export class Device {
  /** What it remembers between its visits. */
  record: DeviceRecord
  /** How often something did not match before everything was read again. */
  suspicions = 0

  readonly #forgeProof: (proof: WeekProof) => WeekProof

  /** @param forgeProof changes the proofs that the pool answers */
  constructor(record: DeviceRecord = EMPTY_RECORD, forgeProof = (proof: WeekProof): WeekProof => proof) {
    this.record = record
    this.#forgeProof = forgeProof
  }

  /** Visits the pool. Returns false if an answer failed: then the browser checks at the next visit. */
  async visit(url: string, signedIn?: SignedIn): Promise<boolean> {
    const token = signedIn?.token ?? null
    const now = (): string => new Date().toISOString()
    const update = (change: (record: DeviceRecord) => DeviceRecord): void => {
      this.record = change(this.record)
    }
    const tasks = new CheckTasks({
      sourcesOf: () => {
        const { log, season } = checkSources({ baseUrl: url, token })
        return { log, season: { ...season, proof: async (id) => this.#forgeProof(await season.proof(id)) } }
      },
      hashing,
      isSigned,
      pause: pauseFor,
      onSuspicion: (suspicion) => {
        this.suspicions += 1
        noteSuspicion({ update }, suspicion)
      },
    })
    try {
      await checkVisit({
        api: createClient({ baseUrl: url, token: () => token }),
        run: tasks.run,
        token,
        userId: signedIn?.id,
        savesData: false,
        now,
        hashing,
        pause: pauseFor,
        record: () => this.record,
        update,
      })
      return true
    } catch (error) {
      // Also when a week reopens between the list of weeks and its proof.
      if (error instanceof ApiError) return false
      throw error
    }
  }
}

/** What a device remembers some days after its visit: then it follows the whole chain again. */
export function aged(record: DeviceRecord): DeviceRecord {
  const since = new Date(Date.now() - 3 * 86_400_000).toISOString()
  return { ...record, season_checked_at: since, followed: record.followed && { ...record.followed, since } }
}
