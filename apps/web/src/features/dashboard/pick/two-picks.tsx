import { teamName } from '../../../pool/teams.ts'
import { Button } from '../../../ui/button.tsx'

interface TwoPicksProps {
  /** The pick that another device saved. */
  readonly saved: string
  /** The team that was chosen on this one. */
  readonly chosen: string
  readonly onKeep: () => void
  readonly onReplace: () => void
}

/** Asks which of two teams counts, after another device has saved a pick while this one had a choice. */
export function TwoPicks({ saved, chosen, onKeep, onReplace }: TwoPicksProps) {
  return (
    <div className="stack2" role="alert">
      <p className="small">
        Another device saved {teamName(saved)}. On this one you chose {teamName(chosen)}. Which one counts?
      </p>
      <div className="wrap">
        <Button size="small" onClick={onKeep}>
          Keep {saved}
        </Button>
        <Button size="small" onClick={onReplace}>
          Pick {chosen} instead
        </Button>
      </div>
    </div>
  )
}
