import { curiousAdmin } from './curious-admin/curious-admin.ts'
import { flood } from './flood/flood.ts'
import { floodOfPublicReads } from './flood/public-reads.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { killDatabase, killServer } from './kill/kill.ts'
import { listen } from './listen/listen.ts'
import { lockRace } from './lock-race/lock-race.ts'
import { reminders } from './reminders/reminders.ts'
import { restoreDrill } from './restore/restore.ts'
import { rolling } from './rolling/rolling.ts'
import { long } from './long/long.ts'
import { diskFull } from './outage/disk-full.ts'
import { diskFullKill } from './outage/disk-full-kill.ts'
import { diskFullRestart } from './outage/disk-full-restart.ts'
import { feedGarbage } from './outage/feed-garbage.ts'
import { mailHang } from './outage/mail-hang.ts'
import { poolExhausted } from './outage/pool-exhausted.ts'
import { postgresAway } from './outage/postgres-away.ts'
import { silentEndpoints } from './silent-endpoints/silent-endpoints.ts'
import type { Scenario } from './support/scenario.ts'
import { tamper } from './tamper/tamper.ts'
import { trust } from './trust/trust.ts'
import { webhooks } from './webhooks/webhooks.ts'

/** Every scenario, in the order they run. */
export const SCENARIOS: readonly Scenario[] = [
  killServer,
  killDatabase,
  listen,
  lockRace,
  rolling,
  restoreDrill,
  diskFull,
  diskFullRestart,
  diskFullKill,
  postgresAway,
  poolExhausted,
  mailHang,
  reminders,
  webhooks,
  silentEndpoints,
  feedGarbage,
  flood,
  floodOfPublicReads,
  fuzz,
  long,
  tamper,
  trust,
  curiousAdmin,
]
