import { useMedia } from '../../lib/use-media.ts'

/** Whether the screen is as narrow as a phone's: tables then say the same with less. */
export const useNarrow = (): boolean => useMedia('(max-width: 719px)')
