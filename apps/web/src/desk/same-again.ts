import type { AdminEntry } from '@outlast/contract'
import { entryLabel } from '@outlast/contract/entry-label'
import { write } from '../api/client.ts'
import { formatCount, formatNumber } from '../lib/numbers.ts'
import { useAction } from '../ui/forms/use-action.ts'
import { useConfirm } from '../ui/overlays/confirm.tsx'
import { toast } from '../ui/toast.tsx'
import type { Audience } from './audience-field.tsx'
import { updateInBatches } from './batches.ts'
import { followBroadcast } from './follow-sending.ts'
import { useAskBeforeMail } from './use-ask-before-mail.ts'

const SHOWN_NAMES = 8

/** Splits the entries by their answer to “Same again?” for the season that was started. */
export function answersOf(entries: readonly AdminEntry[], year: number) {
  const open = entries.filter(({ renew_season: season }) => season === year)
  return { open, joined: entries.length - open.length }
}

/** Renews all entries that have not answered, after a question that names them. */
export function useRenewAll(year: number, onRenewed: () => void) {
  const confirm = useConfirm()
  return useAction(
    async (open: readonly AdminEntry[]) => {
      const count = formatCount(open.length, 'entry', 'entries')
      const names = open.slice(0, SHOWN_NAMES).map((entry) => entryLabel(entry))
      const more = open.length > SHOWN_NAMES ? ` and ${formatNumber(open.length - SHOWN_NAMES)} more` : ''
      const isSure = await confirm({
        title: `Renew ${count} for ${year}?`,
        message: `${names.join(', ')}${more} play the ${year} season, unpaid. Nobody is mailed. It cannot be taken back.`,
        confirmLabel: `Renew ${formatNumber(open.length)}`,
      })
      if (!isSure) return
      const result = await updateInBatches(
        open,
        ({ id }) => write('adminRenewEntry', { params: { id } }),
        () => onRenewed(),
      )
      if (result.failed > 0) throw result.firstError
      toast(`${count} renewed`)
    },
    { fallback: 'Failed to renew some of the entries' },
  )
}

/** The mail that asks members whether they play again. */
export function invitationTo(season: number) {
  const text = `The ${season} season is open. Do you play again?\n\nOpen the pool: your dashboard asks “Same again?”. One tap keeps an entry with its name, with all teams to choose from.\n\n${window.location.origin}/`
  return { subject: `Do you play the ${season} season?`, text }
}

/** Mails the members who have not answered, after a question that says how many they are. */
export function useAskAgain(year: number, audience: Audience) {
  const askBeforeMail = useAskBeforeMail()
  return useAction(
    async () => {
      const body = { ...invitationTo(year), audience }
      if (!(await askBeforeMail(body))) return
      await write('broadcast', { body })
      toast(await followBroadcast())
    },
    { fallback: 'Failed to send' },
  )
}
