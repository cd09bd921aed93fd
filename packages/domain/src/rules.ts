// The entry `@outlast/domain/rules`: the rules, teams and proof functions that the server and the browser share. The parameters
// of a rule name only what it reads, so the server passes its state and the browser passes mapped rows. Keep the imports of this
// module small: everything that it needs ends up in the browser's bundle.

export {
  type ChainHead,
  type ChainStep,
  followChain,
  fromHex,
  type Hashing,
  merkleRoot,
  nextChainHash,
  pickCommitment,
  type ProofLeaf,
  signedHeadText,
  toHex,
} from './proof/proof.ts'
export { type Power, POWERS, powersOf, type Role, ROLE_NAMES } from './values/roles.ts'
export { type Scope, SCOPES, scopesWithin } from './values/scopes.ts'
export { asksForMoney, decimalsOf, formatMoney } from './values/amount.ts'
export { addUp, formatAmounts, type Money, shareOf } from './values/amounts.ts'
export { type ClubhouseScreen, type Scene, SCENES } from './values/clubhouse-screen.ts'
export {
  allGamesOver,
  blocksWeek,
  type GameObstacle,
  gameOfTeam,
  type GamePhase,
  type GameState,
  type GameStatus,
  hasKickedOff,
  isCalledOff,
  isListed,
  isStillOpen,
  obstacleTo,
  stateOf,
  type UnreadPart,
} from './values/game-life.ts'
export { judgePick, type Obstacle, obstaclesIn, refusalOf } from './values/obstacles.ts'
export {
  chanceOfAtMost,
  type GameAtStake,
  gameOdds,
  type GameOdds,
  medianSurvivors,
  parseClock,
  survivorDistribution,
  GAME_ENDS,
  waysToEnd,
} from './odds.ts'
export { weekId } from './values/ids.ts'
export type { PickResult, SettledResult } from './values/game.ts'
export { aTieIs, losesOrTies, resultOfLead, type ScoreMeaning, USUAL_MEANING } from './values/score-meaning.ts'
export { type Team, TEAMS, UNKNOWN_TEAM } from './values/teams.ts'
export type { LockRule } from './values/lock-rule.ts'
export { celebratedSeason } from './values/celebrated-season.ts'
export { joinedAt } from './values/season.ts'
export { splitVoteClose } from './values/split-vote.ts'
export { costsEach, hasSeveralLives, haveRunOut } from './values/rule-questions.ts'
export { picksByRule } from './values/slots.ts'
export { hasTeamLeft, type NoTeamLeft } from './values/team-choice.ts'
export { type TeamUses, isUseCounted, usedTeams } from './values/team-uses.ts'
export { isWeekClosed } from './values/week.ts'
export {
  comparedWithRule,
  isSlate,
  leagueWeekOf,
  MAX_SLATES,
  parseWeekLabel,
  slateNumber,
  weekLabel,
} from './values/week-number.ts'
