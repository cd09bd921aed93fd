import { lazyPart } from '../../../ui/lazy-part.tsx'
import { preloadDialog } from '../../../ui/overlays/dialog.tsx'

/** The dialog in which a member selects a team. */
export const LazyTeamPicker = lazyPart(() => import('./team-picker.tsx').then((module) => module.TeamPicker), {
  overlay: { isOpen: () => true, close: ({ onClose }) => onClose() },
})

/** Loads the picker's code when the pointer or the focus reaches the button that opens it. */
export function preloadPicker(): void {
  preloadDialog()
  LazyTeamPicker.preload()
}
