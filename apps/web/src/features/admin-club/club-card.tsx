import { ClubForm } from '../../desk/club-form.tsx'
import { Card } from '../../ui/card.tsx'

interface ClubCardProps {
  readonly name: string
  readonly color: string | null
  readonly crest: string | null
  readonly showsOdds: boolean
}

/** Edits the club's name, color and crest, and whether odds are shown. */
export function ClubCard(club: ClubCardProps) {
  return (
    <Card title="Club">
      <ClubForm {...club} />
    </Card>
  )
}
