import { useState } from 'react'
import { MemberImport } from './member-import.tsx'
import { PastPicksImport } from './past-picks-import.tsx'

/** Brings in a season that began elsewhere: the members, whom nobody mails yet, and then their picks, from the same list if it has both. */
export function SeasonSoFar() {
  const [csv, setCsv] = useState<string>()
  return (
    <>
      <h4 className="strong">1. The members</h4>
      <MemberImport invites={false} onImported={setCsv} />
      <h4 className="strong">2. Their picks so far</h4>
      <PastPicksImport key={csv} initial={csv} />
    </>
  )
}
