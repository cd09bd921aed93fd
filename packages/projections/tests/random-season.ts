import { instantFromMs, instantToMs, type Week } from '@outlast/domain'
import { Play } from './play.ts'
import { Choices } from './random-play.ts'

const MATCHUPS = ['BUF-MIA', 'KC-LAC', 'GB-DET', 'SF-WAS', 'DAL-PHI', 'NE-NYJ']
const TEAMS = MATCHUPS.flatMap((matchup) => matchup.split('-'))

/**
 * A season that is played to its end: members pick at random or forget to, games are final, and an admin now and then corrects a
 * score, eliminates, reinstates, overrides, reopens a week, or sets an open week to final. Most seasons end with champions.
 */
export function randomSeason(seed: number): Play {
  const choose = new Choices(seed)
  const play = new Play()
  const admin = play.register()
  const entries = Array.from({ length: 2 + choose.below(9) }, (_, i) => play.enter(play.register(), `Entry ${i}`))
  const weeks = Array.from({ length: 2 + choose.below(5) }, (_, i) => play.addWeek(2025, i + 1))
  play.run('ChangeRules', { rules: { missedPick: choose.of(['survives', 'eliminated']) } }, admin)
  const someEntry = () => choose.of(entries) ?? admin
  const override = (weekId: number) =>
    play.run(
      'OverridePick',
      { entryId: someEntry(), weekId, team: choose.of(TEAMS), nonce: play.nonce(), reason: 'a mail' },
      admin,
      'a mail',
    )
  for (const weekId of weeks) {
    const week = play.state.weeks.get(weekId as never)!
    play.run('SetCurrentWeek', { weekId }, admin)
    sync(play, choose, week, false)
    for (const entryId of entries) if (choose.chance(92)) play.pick(entryId, weekId, choose.of(TEAMS) ?? 'KC')
    if (choose.chance(20)) override(weekId)
    if (choose.chance(10)) play.run('FinalizeScores', { weekId }, admin)
    play.lock(weekId)
    if (choose.chance(30)) entries.push(play.enter(admin, `Late ${weekId}`))
    sync(play, choose, week, true)
    if (choose.chance(30)) override(weekId)
    if (choose.chance(30)) play.run('AmendEntry', { entryId: someEntry(), isEliminated: choose.chance(50) }, admin)
    if (choose.chance(20)) sync(play, choose, week, true)
    if (choose.chance(10)) play.run('SetLockTime', { weekId, lockTime: instantFromMs(instantToMs(play.now) + 3_600_000) }, admin)
    if (choose.chance(15)) play.run('FinalizeScores', { weekId }, admin)
  }
  return play
}

function sync(play: Play, choose: Choices, week: Week, isFinal: boolean): void {
  const score = () => [choose.below(3), choose.below(3)] as const
  const games = MATCHUPS.map((matchup) => [matchup, isFinal && choose.chance(97) ? score() : null] as const)
  play.sync(week.id, Object.fromEntries(games), instantFromMs(instantToMs(week.lockTime) + 3_600_000))
}
