import type { ImportDifference, ListQuestion } from '@outlast/contract'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { alikeQuestions, type Correction } from './grid-lines.ts'
import styles from './import-questions.module.css'

const MAX_GROUPS = 50
const MAX_PLACES = 6

interface ImportQuestionsProps {
  readonly questions: readonly ListQuestion[]
  readonly isBusy: boolean
  /** Corrects the cells of a question. Absent after the import. */
  readonly answer: ((made: Correction) => void) | undefined
}

/** The cells of a list that are in question, each with its place and its answers. Equal cells are answered together. */
export function ImportQuestions({ questions, isBusy, answer }: ImportQuestionsProps) {
  if (questions.length === 0) return null
  const groups = alikeQuestions(questions)
  return (
    <section className="stack2" aria-label="In question">
      <h3 className="strong">In question: {formatCount(questions.length, 'cell')}</h3>
      <p className="note">Nothing is imported from these before they are answered, here or in the list below.</p>
      <ul className={styles.list}>
        {groups.slice(0, MAX_GROUPS).map((group) => (
          <Question key={keyOf(group)} group={group} isBusy={isBusy} answer={answer} />
        ))}
      </ul>
      {groups.length > MAX_GROUPS && <p className="note">and {formatCount(groups.length - MAX_GROUPS, 'more question')}</p>}
    </section>
  )
}

const keyOf = ([first]: readonly ListQuestion[]): string => `${first?.line}:${first?.column}`

interface QuestionProps extends Pick<ImportQuestionsProps, 'isBusy' | 'answer'> {
  readonly group: readonly ListQuestion[]
}

function Question({ group, isBusy, answer }: QuestionProps) {
  const [first] = group
  if (first === undefined) return null
  const { line, column, text, problem, choices, only_here } = first
  return (
    <li className={styles.question}>
      <p>
        <strong>{text === '' ? 'An empty cell' : text}</strong> <span className="note">{placesText(group)}</span>
        <span className={styles.problem}>{problem}</span>
      </p>
      {answer !== undefined && choices.length > 0 && (
        <span className="wrap" role="group" aria-label={`Answers for ${text === '' ? placesText(group) : text}`}>
          {choices.map((choice) => (
            <Button
              key={choice.text}
              size="small"
              disabled={isBusy}
              onClick={() => answer({ line, column, text: choice.text, was: text, ...(only_here && { only_here }) })}
            >
              {choice.label}
              {group.length > 1 && ` (${group.length})`}
            </Button>
          ))}
        </span>
      )}
    </li>
  )
}

/** Names the places of cells: `line 2, Week 1; line 5, Week 3`. */
function placesText(group: readonly ListQuestion[]): string {
  const places = group
    .slice(0, MAX_PLACES)
    .map(({ line, column, heading }) => `line ${line}, ${heading || `column ${column + 1}`}`)
  const more = group.length - places.length
  return [...places, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}

const MAX_DIFFERENCES = 100

/** The outcomes of a list that do not follow from its picks. */
export function ImportDifferences({ differences }: { readonly differences: readonly ImportDifference[] }) {
  if (differences.length === 0) return null
  return (
    <section className="stack2" aria-label="Differences">
      <h3 className="strong">The list says otherwise: {formatCount(differences.length, 'difference')}</h3>
      <p className="note">
        These outcomes do not follow from the picks, the results and your rules. Nothing is imported from them.
      </p>
      <ul className={styles.list}>
        {differences.slice(0, MAX_DIFFERENCES).map(({ line, column, entry, sheet, pool }) => (
          <li key={`${line}:${column}`} className={styles.difference}>
            <strong>{entry}</strong>
            <span className="note">line {line}</span>
            <span>
              The list says {outcomeText(sheet)}, the picks say {outcomeText(pool)}.
            </span>
          </li>
        ))}
      </ul>
      {differences.length > MAX_DIFFERENCES && (
        <p className="note">and {formatCount(differences.length - MAX_DIFFERENCES, 'more difference')}</p>
      )}
    </section>
  )
}

function outcomeText({ status, week }: ImportDifference['sheet']): string {
  const text = status === 'alive' ? 'still in' : status
  return week === null ? text : `${text} in week ${week}`
}
