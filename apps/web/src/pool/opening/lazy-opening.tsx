import { lazyPart } from '../../ui/lazy-part.tsx'

/** Opens a week that locks while somebody watches. Its code loads after the page that it covers. */
export const Opening = lazyPart(() => import('./opening.tsx').then((module) => module.Opening), {
  // The page below shows the same picks.
  Failure: () => null,
})
