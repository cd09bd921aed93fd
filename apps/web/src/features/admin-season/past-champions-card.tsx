import { useState } from 'react'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import styles from './season.module.css'

const fetchHall = () => api.call('getHallOfFame')

/** Enters who won seasons before the club played here, for the hall of fame. */
export function PastChampionsCard() {
  const { data, refetch } = useQuery(fetchHall, 'Failed to load the hall of fame')
  const [year, setYear] = useState('')
  const [names, setNames] = useState('')
  const save = useAction(
    async (season: number, champions: readonly string[]) => {
      await write('setPastChampions', { params: { season_year: season }, body: { names: [...champions] } })
      refetch()
      return season
    },
    { success: 'Hall of fame updated', fallback: 'Failed to save the champions' },
  )
  const submit = async (): Promise<void> => {
    const listed = names.split(',').map((name) => name.trim())
    const saved = await save.run(
      Number(year),
      listed.filter((name) => name !== ''),
    )
    if (saved === undefined) return
    setYear('')
    setNames('')
  }
  const past = data?.past_seasons ?? []
  return (
    <Card title="Champions before this pool">
      <p className="note">
        Did your club play elsewhere? Enter who won, and the hall of fame begins with them. Several names share the title.
      </p>
      {past.length > 0 && (
        <ul className="stack3" aria-label="Champions before this pool">
          {past.map((season) => (
            <li key={season.season_year} className={styles.past}>
              <span>
                <strong>{season.season_year}</strong> {season.names.join(', ')}
              </span>
              <Button size="small" pending={save.pending} onClick={() => void save.run(season.season_year, [])}>
                Remove {season.season_year}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Form onSubmit={submit} error={save.error}>
        <div className={styles.champion}>
          <TextField label="Season" inputMode="numeric" value={year} onChange={(event) => setYear(event.target.value)} />
          <TextField
            label="Champions"
            hint="With commas between them"
            value={names}
            onChange={(event) => setNames(event.target.value)}
          />
        </div>
        <FormActions>
          <Button type="submit" pending={save.pending} disabled={!/^\d{4}$/.test(year) || names.trim() === ''}>
            Add champions
          </Button>
          <ButtonLink to="/hall-of-fame" variant="quiet">
            Hall of fame
          </ButtonLink>
        </FormActions>
      </Form>
    </Card>
  )
}
