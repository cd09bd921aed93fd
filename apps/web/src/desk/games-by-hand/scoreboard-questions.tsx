import type { SyncStatus } from '@outlast/contract'
import { useState } from 'react'
import { gameName } from '../../pool/pool-text.ts'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { type ScoreboardQuestion, scoreboardQuestions } from '../sync-text.ts'
import { GameDialog } from './game-dialog.tsx'
import styles from './games-by-hand.module.css'
import { ReturnGame } from './return-game.tsx'

interface ScoreboardQuestionsProps {
  readonly weeks: SyncStatus['weeks']
  /** Called after an answer. */
  readonly onAnswered: () => void
}

/** What the scoreboard says that cannot be right, or no longer says, with what an admin can do about it (docs/rules.md §4.9, §4.11). */
export function ScoreboardQuestions({ weeks, onAnswered }: ScoreboardQuestionsProps) {
  const questions = scoreboardQuestions(weeks)
  if (questions.length === 0) return null
  return (
    <ul className={styles.questions} aria-label="Questions of the scoreboard">
      {questions.map((question) => (
        <li key={question.text}>
          <p>{question.text}</p>
          <Answer question={question} onAnswered={onAnswered} />
        </li>
      ))}
    </ul>
  )
}

interface AnswerProps {
  readonly question: ScoreboardQuestion
  readonly onAnswered: () => void
}

function Answer({ question: { kind, game }, onAnswered }: AnswerProps) {
  const [isOpen, setOpen] = useState(false)
  if (kind === 'is_back') return <ReturnGame game={game} onReturned={onAnswered} />
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {kind === 'has_moved' ? 'It moved' : 'Set game'}
        <VisuallyHidden> {gameName(game)}</VisuallyHidden>
      </Button>
      {isOpen && (
        <GameDialog
          game={game}
          suggested={kind === 'has_moved' ? 'moved' : 'final'}
          reason=""
          onSaved={onAnswered}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
