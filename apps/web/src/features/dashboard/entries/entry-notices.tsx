import type { BoardEntry } from '../board/board.ts'
import { RefusedOverride } from './refused-override.tsx'
import { VoidPlans } from './void-plans.tsx'

/** What the owner must see of an entry: that an admin probed for a hidden pick, and which plans can’t stand. */
export function EntryNotices({ entry }: { readonly entry: BoardEntry }) {
  return (
    <>
      <RefusedOverride entry={entry} />
      {entry.takesPart && <VoidPlans entry={entry} />}
    </>
  )
}
