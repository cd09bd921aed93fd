import { PurgePeopleCard } from '../../features/admin-people/purge-people-card.tsx'
import { DangerScreen } from '../../features/admin-weeks/danger-screen.tsx'

/** The tools of a rehearsal, and what deletes (`/admin/danger`). */
export function DangerPage() {
  return <DangerScreen purgePeople={<PurgePeopleCard />} />
}
