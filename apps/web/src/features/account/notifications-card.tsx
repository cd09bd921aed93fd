import type { NewsKind, NotificationChannel, Notifications, PatchNotificationsBody, TestedNotifications } from '@outlast/contract'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { api, write } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { Loading } from '../../ui/loading.tsx'
import { useLocation } from '../../ui/navigation/location.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import styles from './notifications.module.css'
import { PushSwitch } from './push-switch.tsx'

const readNotifications = () => api.call('getNotifications')

const CHANNELS: readonly { readonly value: NotificationChannel; readonly label: string }[] = [
  { value: 'mail', label: 'Mail' },
  { value: 'push', label: 'Push' },
  { value: 'both', label: 'Both' },
  { value: 'none', label: 'None' },
]

const NEWS: readonly { readonly kind: NewsKind; readonly label: string }[] = [
  { kind: 'reminder', label: 'A pick of mine is missing' },
  { kind: 'week_results', label: 'Results of the week' },
  { kind: 'pick_final', label: 'My pick is final: through or out' },
  { kind: 'correction', label: 'A correction changed my result' },
  { kind: 'reveal', label: 'The reveal is open' },
  { kind: 'rules', label: 'The rules changed' },
]

/** Within this time a push service has usually answered. */
const PUSH_ANSWER_MS = 5000

/** How the member gets reminders and news: the channel, the kinds, and push on this device. */
export function NotificationsCard(): ReactNode {
  const query = useQuery(readNotifications, 'Failed to load your notifications')
  const [changed, setChanged] = useState<Notifications>()
  const settings = changed ?? query.data
  const reload = useCallback(async () => setChanged(await readNotifications()), [])
  return (
    <div ref={useShownWhenAsked(settings !== undefined)} className={styles.place}>
      <Card title="Reminders and news">
        {settings === undefined ? (
          <>
            <ErrorBox message={query.error} />
            {query.error === null && <Loading />}
          </>
        ) : (
          <Settings settings={settings} onChange={setChanged} onReload={reload} />
        )}
      </Card>
    </div>
  )
}

/** Returns a ref for what `/account?notifications` shows first. */
function useShownWhenAsked(isLoaded: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const { search, key, isReturn } = useLocation()
  const isAsked = new URLSearchParams(search).has('notifications') && !isReturn
  useEffect(() => {
    if (isAsked && isLoaded) ref.current?.scrollIntoView()
  }, [isAsked, isLoaded, key])
  return ref
}

interface SettingsProps {
  readonly settings: Notifications
  readonly onChange: (settings: Notifications) => void
  readonly onReload: () => Promise<void>
}

function Settings({ settings, onChange, onReload }: SettingsProps): ReactNode {
  const save = useAction(
    async (body: PatchNotificationsBody) => {
      // Shown at once; a failure shows the old settings again.
      onChange({
        ...settings,
        channel: body.channel ?? settings.channel,
        time_zone: body.time_zone ?? settings.time_zone,
        news: { ...settings.news, ...withoutUndefined(body.news) },
      })
      onChange(
        await write('updateNotifications', { body }).catch((error: unknown) => {
          onChange(settings)
          throw error
        }),
      )
    },
    { fallback: 'Failed to save' },
  )
  const test = useAction(
    async () => {
      const queued = await write('testNotifications', { body: {} })
      setTimeout(() => void onReload().catch(() => {}), PUSH_ANSWER_MS)
      return queued
    },
    { success: describeTest, fallback: 'Failed to send a test' },
  )
  const isOff = settings.channel === 'none'
  return (
    <div className="stack4">
      {!settings.enabled && (
        <p className={styles.muted}>Your club has not switched these messages on yet. Your choices are kept until it does.</p>
      )}
      <SegmentedControl
        label="How we reach you"
        showLabel
        value={settings.channel}
        options={CHANNELS}
        onChange={(channel) => save.run({ channel })}
      />
      <PushSwitch pushKey={settings.push_key} onChange={onReload} />
      {settings.refused_devices.map((refused) => (
        <ErrorText key={refused.refused_at}>{describeRefusal(refused)}</ErrorText>
      ))}
      <fieldset className="stack1">
        <legend className={styles.legend}>What we tell you</legend>
        {NEWS.map(({ kind, label }) => (
          <Checkbox
            key={kind}
            label={label}
            hint={
              settings.news[kind] && settings.channel === 'both' && settings.news_by[kind] === 'push' ? 'By push only' : undefined
            }
            checked={settings.news[kind]}
            disabled={isOff}
            onChange={(event) => void save.run({ news: { [kind]: event.target.checked } })}
          />
        ))}
        <p className={styles.muted}>If an admin changes one of your picks, we always tell you.</p>
      </fieldset>
      <QuietHours zone={settings.time_zone} onChange={(time_zone) => save.run({ time_zone })} />
      <ErrorText>{save.error ?? test.error}</ErrorText>
      <div>
        <Button pending={test.pending} disabled={isOff} onClick={() => test.run()}>
          Send me a test
        </Button>
      </div>
    </div>
  )
}

function withoutUndefined(news: PatchNotificationsBody['news'] = {}): Partial<Notifications['news']> {
  return Object.fromEntries(Object.entries(news).filter(([, value]) => value !== undefined))
}

function describeRefusal({ device, status }: Notifications['refused_devices'][number]): string {
  const whose = device === null ? 'One of your devices' : device
  return `${whose} did not get the last message: its push service refused it (${status}). Switch push off and on there. If that does not help, tell your commissioner, who finds the cause with the doctor.`
}

function describeTest({ mail, push, refused }: TestedNotifications): string {
  if (refused > 0)
    return `A test is on its way. ${refused} of your devices refused the last message: see below whether it arrives`
  if (mail > 0 && push > 0) return 'A test is on its way by mail and push'
  if (push > 0) return 'A test is on its way by push'
  return mail > 0 ? 'A test is on its way by mail' : 'Nothing to send: switch push on on a device first'
}

function QuietHours({ zone, onChange }: { readonly zone: string; readonly onChange: (zone: string) => unknown }): ReactNode {
  const own = new Intl.DateTimeFormat('en-US').resolvedOptions().timeZone
  return (
    <div className={styles.quiet}>
      <p className={styles.muted}>Quiet from 10 PM to 8 AM {nameZone(zone)}, unless a pick would be too late by then.</p>
      {own !== zone && (
        <Button size="small" onClick={() => onChange(own)}>
          Use your time
        </Button>
      )}
    </div>
  )
}

/** `your time`, `ET`, or `Denver time` for `America/Denver`. */
function nameZone(zone: string): string {
  if (zone === new Intl.DateTimeFormat('en-US').resolvedOptions().timeZone) return 'your time'
  return zone === 'America/New_York' ? 'ET' : `${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')} time`
}
