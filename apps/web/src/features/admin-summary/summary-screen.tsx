import { weekLabel } from '@outlast/domain/rules'
import type { WeekSummary } from '@outlast/contract'
import { seasonTopic } from '@outlast/contract/live'
import { useState } from 'react'
import { AudienceField, useAudience } from '../../desk/audience-field.tsx'
import { useMailSummary, useSummaryActions } from '../../desk/summary-actions.ts'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextArea } from '../../ui/forms/text-field.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageHeader, TO_DESK } from '../../ui/page-header.tsx'
import { useWeekSummary } from '../../pool/week-summary/use-week-summary.ts'
import { useTopicView } from '../../live/use-topic.ts'
import styles from './summary.module.css'

/** Edits, pins and mails the summaries of complete weeks (`/admin/summary`). */
export function SummaryScreen() {
  const year =
    useTopicView('pool', (pool) => pool.weeks.find(({ id }) => id === pool.current_week_id)?.season_year ?? null) ?? null
  const weeks = useTopicView(year === null ? null : seasonTopic(year), (season) => season.weeks)
  const complete = weeks?.filter((week) => week.is_complete).toReversed() ?? []
  const [chosen, setChosen] = useState<number | null>(null)
  const weekId = chosen ?? complete[0]?.id
  return (
    <div className={`stack4 ${styles.screen}`}>
      <PageHeader
        title="Week Summary"
        help="season#every-week"
        back={TO_DESK}
        lead="Written from the log when a week is complete. Say it in your own words, pin it, mail it."
      />
      {year !== null && weeks === undefined && <Loading />}
      {weekId === undefined ? (
        <EmptyState title="No week is complete yet">Its summary is written when the last game of a week is final.</EmptyState>
      ) : (
        <>
          <SelectField
            label="Week"
            value={weekId}
            options={complete.map((week) => ({ value: week.id, label: `Week ${weekLabel(week.week_number)}` }))}
            onChange={(event) => setChosen(Number(event.target.value))}
          />
          <Editor key={weekId} weekId={weekId} />
        </>
      )}
    </div>
  )
}

function Editor({ weekId }: { readonly weekId: number }) {
  const { data, error } = useWeekSummary(weekId)
  const [saved, setSaved] = useState<WeekSummary>()
  const summary = saved ?? data
  if (summary === undefined) return error === null ? <Loading /> : <ErrorBox message={error} />
  // A new text begins a new draft.
  return <Draft key={summary.lines.join('\n')} summary={summary} onSaved={setSaved} />
}

interface DraftProps {
  readonly summary: WeekSummary
  readonly onSaved: (summary: WeekSummary) => void
}

function Draft({ summary, onSaved }: DraftProps) {
  const [text, setText] = useState(summary.lines.join('\n\n'))
  const { save, pin } = useSummaryActions(summary.week_id, onSaved)
  return (
    <Card
      title={`Week ${weekLabel(summary.week_number)}`}
      actions={
        <>
          {summary.is_edited && <Badge>Edited</Badge>}
          {summary.is_pinned && <Badge tone="accent">Pinned</Badge>}
        </>
      }
    >
      <Form label="Week summary" onSubmit={() => save.run(text)}>
        <TextArea
          label="Summary"
          className={styles.text}
          value={text}
          maxLength={2_000}
          readOnly={save.pending}
          onChange={(event) => setText(event.target.value)}
        />
        <ErrorText>{save.error ?? pin.error}</ErrorText>
        <FormActions>
          <Button type="submit" variant="primary" pending={save.pending}>
            Save
          </Button>
          {summary.is_edited && (
            <Button pending={save.pending} onClick={() => void save.run(null)}>
              Write it from the log
            </Button>
          )}
          <Button pending={pin.pending} onClick={() => void pin.run(!summary.is_pinned)}>
            {summary.is_pinned ? 'Unpin' : 'Pin to the dashboard'}
          </Button>
        </FormActions>
        <MailPart summary={summary} isChanged={text !== summary.lines.join('\n\n')} />
      </Form>
    </Card>
  )
}

/** Mails the saved text, so it waits until the changes are saved. */
function MailPart({ summary, isChanged }: { readonly summary: WeekSummary; readonly isChanged: boolean }) {
  const [audience, setAudience] = useAudience()
  const mail = useMailSummary(audience)
  return (
    <>
      <AudienceField value={audience} disabled={mail.pending} onChange={setAudience} />
      <ErrorText>{mail.error}</ErrorText>
      <FormActions>
        <Button pending={mail.pending} disabled={isChanged} onClick={() => mail.run(summary)}>
          {audience === 'all' ? 'Mail to everyone' : 'Mail it'}
        </Button>
      </FormActions>
    </>
  )
}
