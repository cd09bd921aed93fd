import type { Constitution } from '@outlast/contract'
import { type ReactNode, useContext } from 'react'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { preciseTime } from '../../clock/format.ts'
import { useTopic } from '../../live/use-topic.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { Loading, Skeleton } from '../../ui/loading.tsx'
import { ClubNameContext, PageHeader } from '../../ui/page-header.tsx'
import styles from './constitution.module.css'

const fetchConstitution = () => api.call('getConstitution')

/** The rule book as a page to print (`/rules/constitution`). Public. */
export function ConstitutionScreen(): ReactNode {
  const club = useContext(ClubNameContext)
  const pool = useTopic('pool')
  const version = 'version' in pool ? String(pool.version) : ''
  const { data, error, isLoading } = useQuery(fetchConstitution, 'Failed to load the rules', version)
  return (
    <article className={styles.page}>
      <PageHeader
        title="Constitution"
        lead={
          data === undefined
            ? `The rules of ${club}`
            : `The rules of ${club}${data.season_year === null ? '' : `, season ${data.season_year}`}`
        }
        actions={<Button onClick={() => window.print()}>Print</Button>}
        back={{ to: '/rules', label: 'Pool rules' }}
      />
      <ErrorBox message={error} retrying={isLoading} />
      {data === undefined && error === null && (
        <>
          <Loading />
          <Skeleton height={600} />
        </>
      )}
      {data !== undefined && <Document document={data} />}
    </article>
  )
}

function Document({ document }: { readonly document: Constitution }) {
  const { as_of, is_fixed, in_words, articles, loopholes, season_year } = document
  return (
    <>
      <p>
        As of <time dateTime={as_of}>{preciseTime(as_of)}</time>.{' '}
        {is_fixed
          ? `The rules of ${season_year} are fixed: its first week has locked.`
          : 'They can change until the season’s first week locks.'}
      </p>
      <Section title="How we play">
        <ol className={styles.sentences}>
          {in_words.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
      </Section>
      <Section title="Rule by rule">
        <dl>
          {articles.map(({ rule, label, text }) => (
            <div key={rule} className={styles.article}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="Open loopholes">
        {loopholes.length === 0 ? (
          <p>None that the pool knows of.</p>
        ) : (
          <ul className={styles.sentences}>
            {loopholes.map((loophole) => (
              <li key={loophole}>{loophole}.</li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="What changed">
        <Changes changes={document.changes} />
      </Section>
      <Section title="The hash of these rules">
        <Hash document={document} />
      </Section>
    </>
  )
}

function Changes({ changes }: Pick<Constitution, 'changes'>) {
  if (changes.length === 0) return <p>Nothing since the season began.</p>
  return (
    <ol className={styles.changes}>
      {changes.map(({ position, by, recorded_at, rules, sha256 }) => (
        <li key={position} className={styles.change}>
          <p className="strong">
            {by}, <time dateTime={recorded_at}>{preciseTime(recorded_at)}</time>
          </p>
          {rules.map(({ rule, label, was, is }) => (
            <dl key={rule} className={styles.was}>
              <dt>{label}</dt>
              <dd className="note">Before: {was}</dd>
              <dd>Now: {is}</dd>
            </dl>
          ))}
          <p className="note">
            Event {position} of the log. Hash from then on: <code>{sha256.slice(0, SHORT_HASH)}…</code>
          </p>
        </li>
      ))}
    </ol>
  )
}

const SHORT_HASH = 12

function Hash({ document: { sha256, canonical, first_sha256, changes } }: { readonly document: Constitution }) {
  return (
    <>
      <p className={styles.hash}>
        <code>{sha256}</code>
      </p>
      <p>
        Two copies with the same hash have the same rules. It is the SHA-256 of the rules that differ from their defaults, written
        as below, and of nothing else. On a computer:
      </p>
      <p className={styles.hash}>
        <code>{`printf '%s' '${canonical}' | sha256sum`}</code>
      </p>
      {changes.length > 0 && (
        <p className="note">
          Hash before the first change: <code>{first_sha256.slice(0, SHORT_HASH)}…</code>
        </p>
      )}
    </>
  )
}
