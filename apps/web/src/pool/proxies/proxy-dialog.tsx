import { weekLabel } from '@outlast/domain/rules'
import { useCallback, useState } from 'react'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { deviceNow } from '../../clock/site-clock.ts'
import { textMatcher } from '../../lib/text-search.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Skeleton } from '../../ui/loading.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { endText } from './end-text.ts'

interface ProxyDialogProps {
  readonly entry: { readonly id: number; readonly name: string }
  readonly onClose: () => void
  readonly onWritten?: () => void
}

interface Member {
  readonly id: number
  readonly name: string
}

const DAY_MS = 86_400_000
/** How many members fit into the list; more are found by their names. */
const LISTED = 200

/** Asks who picks for the owner of an entry, and until when. */
export function ProxyDialog({ entry, onClose, onWritten }: ProxyDialogProps) {
  const fetch = useCallback(() => api.call('listProxies'), [])
  const { data, error: loadError, isLoading } = useQuery(fetch, 'Failed to load the members')
  const [chosen, setChosen] = useState('')
  const until = useUntil()
  const member = data?.members.find(({ id }) => String(id) === chosen)
  const name = useAction(
    async (userId: number) => {
      await write('nameProxy', { params: { id: entry.id }, body: { user_id: userId, ...until.body } })
      onWritten?.()
      onClose()
    },
    { success: `${member?.name ?? ''} picks for you`, fallback: 'Failed to let the member pick' },
  )
  const submit = (): void => {
    if (member !== undefined && until.end !== null) void name.run(member.id)
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title={`Let somebody pick for “${entry.name}”`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pending={name.pending} disabled={member === undefined || until.end === null} onClick={submit}>
            Let them pick
          </Button>
        </>
      }
    >
      {loadError !== null && <ErrorBox message={loadError} retrying={isLoading} />}
      {data === undefined && loadError === null && <Skeleton height={280} />}
      {data !== undefined && (
        <Form onSubmit={submit}>
          <MemberField members={data.members} value={chosen} onChange={setChosen} />
          <SelectField
            label="Until"
            value={until.way}
            options={until.options}
            onChange={(event) => until.setWay(event.target.value)}
          />
          {until.way === DATE && (
            <TextField
              label="Last day"
              type="date"
              value={until.day}
              min={dayOf(deviceNow())}
              onChange={(event) => until.setDay(event.target.value)}
            />
          )}
          <p>
            {member?.name ?? 'The member'} sees and makes the picks of “{entry.name}”
            {until.end === null ? '' : ` ${endText(until.end)}`}, and nothing else. You read each pick at once, and end it with
            one tap. Everybody can see who picks for you, and after the lock which picks were theirs.
          </p>
          <ErrorText>{name.error}</ErrorText>
        </Form>
      )}
    </Dialog>
  )
}

interface MemberFieldProps {
  readonly members: readonly Member[]
  readonly value: string
  readonly onChange: (id: string) => void
}

/** A member, found by name. */
function MemberField({ members, value, onChange }: MemberFieldProps) {
  const [query, setQuery] = useState('')
  const matches = textMatcher(query)
  const found = members.filter(({ name }) => matches([name]))
  const names = found.slice(0, LISTED).map(({ id, name }) => ({ value: String(id), label: name }))
  const search = (text: string): void => {
    setQuery(text)
    const next = textMatcher(text)
    const left = members.filter((one) => next([one.name]))
    const [only] = left
    // The only one that is left is meant.
    if (left.length === 1 && only !== undefined) onChange(String(only.id))
    else if (!left.some(({ id }) => String(id) === value)) onChange('')
  }
  const hint = found.length === 0 ? 'Nobody has this name' : found.length > LISTED ? `The first ${LISTED} are listed` : undefined
  return (
    <>
      <TextField
        label="Find by name"
        type="search"
        autoComplete="off"
        value={query}
        hint={hint}
        onChange={(event) => search(event.target.value)}
      />
      <SelectField
        label="Who"
        value={value}
        options={[{ value: '', label: 'Choose a member' }, ...names]}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}

const WEEK = 'week'
const DATE = 'date'

/** The ways to say until when: the lock of an open week, a week from now, or a day. */
function useUntil() {
  const weeks = useTopicView('pool', (pool) => {
    const season = pool.weeks.find(({ id }) => id === pool.current_week_id)?.season_year
    const open = pool.weeks.filter((week) => week.season_year === season && !week.is_locked)
    return open.toSorted((a, b) => a.week_number - b.week_number)
  })
  const [chosen, setWay] = useState<string>()
  const [day, setDay] = useState('')
  const [now] = useState(deviceNow)
  const way = chosen ?? (weeks?.[0] === undefined ? WEEK : String(weeks[0].id))
  const week = weeks?.find(({ id }) => String(id) === way)
  const endsAt = way === WEEK ? new Date(now + 7 * DAY_MS).toISOString() : way === DATE ? endOfDay(day) : null
  return {
    way,
    setWay,
    day,
    setDay,
    options: [
      ...(weeks ?? []).map(({ id, week_number }) => ({ value: String(id), label: `Week ${weekLabel(week_number)} locks` })),
      { value: WEEK, label: 'In a week' },
      { value: DATE, label: 'The end of a day' },
    ],
    body: week === undefined ? { ends_at: endsAt ?? '' } : { week_id: week.id },
    end:
      week !== undefined
        ? { ends_at: null, week_number: week.week_number }
        : endsAt !== null
          ? { ends_at: endsAt, week_number: null }
          : null,
  }
}

/** The last moment of a day, in the time of the device; null for no day. */
function endOfDay(day: string): string | null {
  const end = new Date(`${day}T23:59:00`)
  return Number.isNaN(end.getTime()) ? null : end.toISOString()
}

/** The day of an instant on the device, as the field for dates takes it. */
function dayOf(ms: number): string {
  const date = new Date(ms)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
