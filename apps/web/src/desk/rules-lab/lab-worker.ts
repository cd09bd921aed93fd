import '../../lib/old-browsers.ts'
import { clubGames, clubMembers } from '@outlast/seasons/lab/club-season'
import { simulatedMembers } from '@outlast/seasons/lab/members'
import { type Replayed, replaySeason } from '@outlast/seasons/lab/replay'
import { realSeason } from '@outlast/seasons/real/real-seasons'
import { install } from 'temporal-polyfill/shim'
import type { LabResult, LabTask } from './lab-task.ts'

// Replays seasons, one after another, so that the page stays responsive.

const MEMBERS = 1_000

install()

addEventListener('message', ({ data: task }: MessageEvent<LabTask>) => {
  postMessage({ key: task.key, replayed: replayed(task) } satisfies LabResult)
})

function replayed({ season, rules, paying }: LabTask): Replayed | null {
  try {
    if (typeof season === 'number') {
      const real = realSeason(season)
      return replaySeason(real, rules, simulatedMembers(real, MEMBERS, paying))
    }
    return replaySeason(clubGames(season), rules, clubMembers(season, paying))
  } catch {
    return null
  }
}
