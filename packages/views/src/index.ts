export * from './blocking-games.ts'
export { type ChampionRoad, type Championship, championshipOf, roadOf } from './championship.ts'
export * from './leaderboard.ts'
export * from './matrix.ts'
export * from './odds.ts'
export * from './open-weeks.ts'
export * from './participation.ts'
export * from './pool-count.ts'
export * from './reveal.ts'
export {
  dangersOf,
  isLastLocked,
  type OutCause,
  stakesOf,
  type WeekStakes,
  weekSurvivorsOf,
  type WeekSurvivors,
} from './stakes.ts'
export * from './standings.ts'
export * from './survival.ts'
export * from './team-uses.ts'
export * from './usage.ts'
