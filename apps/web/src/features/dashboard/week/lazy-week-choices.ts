import { lazyPart } from '../../../ui/lazy-part.tsx'

/** The choice of a week, whose code loads after the first screen's. */
export const LazyWeekChoices = lazyPart(() => import('./week-choices.tsx').then((module) => module.WeekChoices))
