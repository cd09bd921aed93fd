import type { PoolView } from '@outlast/contract/live'
import { type Scene, SCENES } from '@outlast/domain/rules'
import { write } from '../../api/client.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { ConflictNote } from '../../ui/forms/conflict-note.tsx'
import { useFieldDraft } from '../../ui/forms/field-draft.ts'
import { Form, FormActions } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import styles from './clubhouse-screen-card.module.css'

const LABELS: Readonly<Record<Scene, string>> = {
  countdown: 'Countdown to the lock',
  join: 'QR code to join or pick',
  reveal: 'The reveal',
  survivors: 'Entries alive',
  games: 'Games with most at stake',
  out: 'Who went out',
  distribution: 'Who took whom',
  summary: 'The week in four facts',
  curve: 'Survival curve',
  champion: 'Champion',
}

const NAMES = [
  { value: 'full', label: 'Names' },
  { value: 'initials', label: 'Initials' },
] as const

type Names = (typeof NAMES)[number]['value']

/** Chooses what the clubhouse screen (`/tv`) shows. */
export function ClubhouseScreenCard({ scenes: savedScenes, names: savedNames }: PoolView['clubhouse_screen']) {
  const scenes = useFieldDraft(savedScenes.join(' '))
  const names = useFieldDraft(savedNames)
  const chosen = new Set(scenes.value.split(' '))
  const save = useAction(
    () =>
      write('updateClubhouseScreen', {
        body: {
          ...(scenes.isEdited ? { scenes: SCENES.filter((scene) => chosen.has(scene)) } : {}),
          ...(names.isEdited ? { names: names.value as Names } : {}),
        },
      }),
    { success: 'Clubhouse screen updated', fallback: 'Failed to update the clubhouse screen' },
  )
  const submit = async (): Promise<void> => {
    if (!scenes.isEdited && !names.isEdited) return
    if ((await save.run()) === undefined) return
    scenes.markSaved(scenes.value)
    names.markSaved(names.value)
  }
  const toggle = (scene: Scene, isOn: boolean): void =>
    scenes.set(SCENES.filter((one) => (one === scene ? isOn : chosen.has(one))).join(' '))
  return (
    <Card
      title="Clubhouse screen"
      actions={
        <ButtonLink to="/tv" size="small">
          Open
        </ButtonLink>
      }
    >
      <Form label="Clubhouse screen" onSubmit={submit}>
        <fieldset className={styles.scenes}>
          <legend className={`note ${styles.legend}`}>Scenes, whenever there is something to show</legend>
          {SCENES.map((scene) => (
            <Checkbox
              key={scene}
              label={LABELS[scene]}
              checked={chosen.has(scene)}
              onChange={(event) => toggle(scene, event.target.checked)}
            />
          ))}
        </fieldset>
        <ConflictNote draft={scenes} format={(value) => `${value.split(' ').length} scenes`} />
        <SegmentedControl
          label="People on the screen"
          showLabel
          value={names.value as Names}
          options={NAMES}
          onChange={names.set}
        />
        <FormActions>
          <Button type="submit" variant="secondary" pending={save.pending}>
            Save Clubhouse Screen
          </Button>
        </FormActions>
        <ErrorText>{save.error}</ErrorText>
      </Form>
    </Card>
  )
}
