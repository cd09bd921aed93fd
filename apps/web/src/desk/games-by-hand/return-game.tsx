import { write } from '../../api/client.ts'
import { useAction } from '../../ui/forms/use-action.ts'
import { gameName } from '../../pool/pool-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { type Confirmed, useConfirmCalls } from '../confirm-call.tsx'
import { hasConsequences } from '../consequence-text.ts'
import type { HandGame } from './game-dialog.tsx'

interface ReturnGameProps {
  readonly game: Pick<HandGame, 'id' | 'away_team_abbr' | 'home_team_abbr'>
  readonly onReturned?: (() => void) | undefined
}

/** Lets the scoreboard decide about a game again. Asks only if somebody goes out or comes back. */
export function ReturnGame({ game, onReturned }: ReturnGameProps) {
  const confirmCalls = useConfirmCalls()
  const call = { params: { id: game.id }, body: { source: 'feed' as const } }
  const returning = useAction((confirmed: Confirmed) => write('updateGame', { ...call, ...confirmed }), {
    success: `${gameName(game)} returned to the scoreboard`,
    fallback: 'Failed to return the game',
  })
  const ask = async (): Promise<void> => {
    const question = { title: `Return ${gameName(game)} to the scoreboard?`, confirmLabel: 'Return to Scoreboard', danger: true }
    const confirmed = await confirmCalls(question, [{ call: 'updateGame', ...call }], { onlyIf: hasConsequences })
    if (confirmed !== undefined && (await returning.run(confirmed)) !== undefined) onReturned?.()
  }
  return (
    <>
      <Button size="small" pending={returning.pending} onClick={ask}>
        Return to scoreboard<VisuallyHidden> {gameName(game)}</VisuallyHidden>
      </Button>
      <ErrorText>{returning.error}</ErrorText>
    </>
  )
}
