import { seasonTopic } from '@outlast/contract/live'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useTopicView } from '../live/use-topic.ts'
import { labelsOf } from './entry-labels.ts'

/** An entry, named with its person. */
export interface LabelledEntry {
  readonly id: number
  readonly label: string
}

const PageLink = ({ id, label }: LabelledEntry): ReactNode => <Link to={`/entry/${id}`}>{label}</Link>

interface NamesInTextProps {
  readonly entries: readonly LabelledEntry[]
  readonly most: number
}

/** Entries within a sentence, each a link to its page: “A, B and C”, or “A, B, C and 12 more”. */
export function NamesInText({ entries, most }: NamesInTextProps): ReactNode {
  const more = entries.length - most
  return (
    <>
      {entries.slice(0, most).map((entry, i) => (
        <Fragment key={entry.id}>
          {i > 0 && (i === entries.length - 1 ? ' and ' : ', ')}
          <PageLink {...entry} />
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  )
}

interface LinkedTextProps {
  readonly text: string
  readonly entries: readonly LabelledEntry[]
}

/** A text in which entries that it names are links to their pages. */
export function LinkedText({ text, entries }: LinkedTextProps): ReactNode {
  // The name of one may be a part of another's.
  const [first, ...others] = entries.toSorted((a, b) => b.label.length - a.label.length)
  if (first === undefined) return text
  const [before = '', ...after] = text.split(first.label)
  return (
    <>
      <LinkedText text={before} entries={others} />
      {after.map((part, i) => (
        <Fragment key={i}>
          <PageLink {...first} />
          <LinkedText text={part} entries={others} />
        </Fragment>
      ))}
    </>
  )
}

/** A sentence in which the quoted entries of a season are links to their pages. */
export function LinkedNames({ text, season }: { readonly text: string; readonly season: number }): ReactNode {
  const labels = useTopicView(seasonTopic(season), labelsOf)
  const quoted = new Set(text.match(/[^“”]+(?=”)/g))
  return (
    <LinkedText text={text} entries={[...(labels ?? [])].flatMap(([id, label]) => (quoted.has(label) ? [{ id, label }] : []))} />
  )
}
