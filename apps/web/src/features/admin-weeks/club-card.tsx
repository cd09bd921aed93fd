import { ClubForm } from '../../components/admin/club-form.tsx'
import { Card } from '../../components/ui/card.tsx'

interface ClubCardProps {
  readonly name: string
  readonly color: string | null
  readonly showsOdds: boolean
}

/** Edits the club's name and color, and whether odds are shown. */
export function ClubCard(club: ClubCardProps) {
  return (
    <Card title="Club">
      <ClubForm {...club} />
    </Card>
  )
}
