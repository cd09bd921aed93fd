import type { CallInput } from '@outlast/contract'
import { write } from '../../api/client.ts'
import { useAction } from '../../ui/forms/use-action.ts'

/** Marks a step as done or skipped, for every admin. */
export const useMarkStep = () =>
  useAction((body: CallInput<'updateSetup'>['body']) => write('updateSetup', { body }), {
    fallback: 'Failed to update the setup',
  })
