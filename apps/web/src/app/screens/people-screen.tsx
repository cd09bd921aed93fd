import { useMay } from '../../desk/may.ts'
import { PeopleScreen } from '../../features/admin-people/people-screen.tsx'
import { ApprovalQueue } from '../../features/joining/approval-queue.tsx'
import { InvitedMembers } from '../../features/joining/invited-members.tsx'
import { JoiningPanel } from '../../features/joining/joining-panel.tsx'
import { MemberImport } from '../../features/joining/member-import.tsx'
import { PastPicksImport } from '../../features/joining/past-picks-import.tsx'

/** The users and entries, with what lets members in (`/admin/users`). */
export function UsersScreen() {
  return (
    <PeopleScreen
      queue={
        <>
          <ApprovalQueue />
          <InvitedMembers />
        </>
      }
      sections={[
        { title: 'Joining', content: <JoiningPanel /> },
        { title: 'Import members', content: <MemberImport /> },
        ...(useMay('importPicks') ? [{ title: 'Import past picks', content: <PastPicksImport /> }] : []),
      ]}
    />
  )
}
