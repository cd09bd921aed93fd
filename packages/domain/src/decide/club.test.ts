import type { CommandData } from '../commands.ts'
import { describe, expect, it } from 'vitest'
import { admin, at, by, given, type HistoryItem, member, visitor } from '../../tests/specification.ts'
import { accounts, addWeek, AFTER_1, season } from '../../tests/pool.ts'

const marks = (...steps: readonly HistoryItem[]) => given(...steps).state().setup.marks

describe('ChangeClub', () => {
  it('changes the given fields and keeps the others', () => {
    given(...accounts)
      .when(admin('ChangeClub', { name: 'Kickers United' }))
      .thenEvents(['ClubChanged', { name: 'Kickers United', color: null, crest: null, showsOdds: true }])
    given(...accounts, admin('ChangeClub', { name: 'Kickers United' }))
      .when(admin('ChangeClub', { color: '#0a5c36' }))
      .thenEvents(['ClubChanged', { name: 'Kickers United', color: '#0a5c36', crest: null, showsOdds: true }])
  })
  it('restores the configured name with null', () => {
    given(...accounts, admin('ChangeClub', { name: 'Kickers United' }))
      .when(admin('ChangeClub', { name: null }))
      .thenEvents(['ClubChanged', { name: null, color: null, crest: null, showsOdds: true }])
  })
  it('switches the odds off and on, and keeps the club', () => {
    given(...accounts, admin('ChangeClub', { name: 'Kickers United' }))
      .when(admin('ChangeClub', { showsOdds: false }))
      .thenEvents(['ClubChanged', { name: 'Kickers United', color: null, crest: null, showsOdds: false }])
    given(...accounts, admin('ChangeClub', { showsOdds: false }))
      .when(admin('ChangeClub', { color: '#0a5c36' }))
      .thenEvents(['ClubChanged', { name: null, color: '#0a5c36', crest: null, showsOdds: false }])
  })
  it('sets, keeps and removes the crest', () => {
    const crest = 'c'.repeat(64)
    given(...accounts, admin('ChangeClub', { crest }))
      .when(admin('ChangeClub', { color: '#0a5c36' }))
      .thenEvents(['ClubChanged', { name: null, color: '#0a5c36', crest, showsOdds: true }])
    given(...accounts, admin('ChangeClub', { crest }))
      .when(admin('ChangeClub', { crest: null }))
      .thenEvents(['ClubChanged', { name: null, color: null, crest: null, showsOdds: true }])
  })
  it('records nothing when nothing changes', () => {
    given(...accounts)
      .when(admin('ChangeClub', { name: null }))
      .thenNoEvents()
  })
  it('is for admins', () => {
    given(...accounts)
      .when(member('ChangeClub', { name: 'Mine' }))
      .thenRejected('forbidden')
    given(...accounts)
      .when(by(visitor, admin('ChangeClub', { name: 'Mine' })))
      .thenRejected('unauthenticated')
  })
})

describe('ChangeClubhouseScreen', () => {
  const change = (data: CommandData['ChangeClubhouseScreen']) => admin('ChangeClubhouseScreen', data)

  it('changes the given fields, keeps the others, and sorts the scenes', () => {
    given(...accounts)
      .when(change({ scenes: ['survivors', 'countdown', 'survivors'] }))
      .thenEvents(['ClubhouseScreenChanged', { scenes: ['countdown', 'survivors'], names: 'full' }])
    given(...accounts, change({ scenes: ['games'] }))
      .when(change({ names: 'initials' }))
      .thenEvents(['ClubhouseScreenChanged', { scenes: ['games'], names: 'initials' }])
  })
  it('records nothing when nothing changes', () => {
    given(...accounts)
      .when(change({ names: 'full' }))
      .thenNoEvents()
  })
  it('is for admins', () => {
    given(...accounts)
      .when(member('ChangeClubhouseScreen', { names: 'initials' }))
      .thenRejected('forbidden')
  })
})

describe('MarkSetupStep', () => {
  it('marks a step as done or skipped, with the season', () => {
    given(...accounts)
      .when(admin('MarkSetupStep', { step: 'season', mark: 'done', seasonYear: 2026 }))
      .thenEvents(['SetupStepMarked', { step: 'season', mark: 'done', seasonYear: 2026 }])
    const skipped = admin('MarkSetupStep', { step: 'joining', mark: 'skipped' })
    expect(marks(...accounts, skipped)).toEqual({ joining: 'skipped' })
    given(...accounts, skipped)
      .when(admin('MarkSetupStep', { step: 'joining', mark: 'done' }))
      .thenEvents(['SetupStepMarked', { step: 'joining', mark: 'done' }])
  })
  it('keeps a step done that is skipped afterwards', () => {
    given(...accounts, admin('ChangeClub', { name: 'Kickers United' }))
      .when(admin('MarkSetupStep', { step: 'club', mark: 'skipped' }))
      .thenNoEvents()
  })
  it('rejects finishing the rules or the first week without choosing or adding them', () => {
    for (const step of ['rules', 'week'] as const) {
      given(...accounts)
        .when(admin('MarkSetupStep', { step, mark: 'done' }))
        .thenRejected('setup_step_not_done')
    }
  })
  it('is for admins', () => {
    given(...accounts)
      .when(member('MarkSetupStep', { step: 'joining', mark: 'done' }))
      .thenRejected('forbidden')
  })
})

describe('the setup', () => {
  it('has the rules as done once a preset is chosen or a rule of the presets differs', () => {
    expect(marks(...accounts, admin('ChangeRules', { rules: { entryFeeCents: 2_500, currency: 'USD' } }))).toEqual({})
    expect(marks(...accounts, admin('ChangeRules', { rules: { teamLock: 'kickoff' } }))).toEqual({ rules: 'done' })
    expect(marks(...accounts, admin('ChangeRules', { rules: { preset: 'specification' } }))).toEqual({ rules: 'done' })
  })
  it('has the season and the first week as done once a week is added, until all weeks are purged', () => {
    const { setup } = given(...accounts, addWeek(2025, 1)).state()
    expect(setup).toEqual({ marks: { season: 'done', week: 'done' }, seasonYear: 2025 })
    expect(marks(...season, admin('PurgeWeeks', {}))).toEqual({ season: 'done' })
  })
  it('has no first week as done while every week that was added has been played elsewhere', () => {
    expect(marks(...accounts, at(AFTER_1, addWeek(2025, 1)))).toEqual({})
    expect(marks(...accounts, at(AFTER_1, addWeek(2025, 1)), at(AFTER_1, addWeek(2025, 2)))).toMatchObject({ week: 'done' })
  })
  it('has reminders as done only while they are on', () => {
    const on = admin('ChangeReminders', { enabled: true })
    expect(marks(...accounts, admin('ChangeReminders', { hoursBefore: [4] }))).toEqual({})
    expect(marks(...accounts, on)).toEqual({ reminders: 'done' })
    expect(marks(...accounts, on, admin('ChangeReminders', { enabled: false }))).toEqual({})
  })
})
