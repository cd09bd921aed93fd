/**
 * Who may do what, written by hand from docs/rules.md and docs/api.md, and never from the contract's
 * `access`. One line per route, or per case of a route (in brackets); a column per role:
 *
 * - V visitor; M member who is not the owner; O the owner; A admin who is not the owner; AO owner who is also an admin;
 * - D admin who was demoted after signing in; X account that was deleted after signing in;
 * - TR, SK, HE members who are not the owner, with the role of treasurer, scorekeeper or helper;
 * - E expired token, F forged tokens (all of forged-tokens.ts), both of AO; R and S: of an admin and owner who has
 *   changed the password or signed out everywhere;
 * - tokens for programs: KR of O and KA of AO to read, KP of O for picks, KM and KG of AO for money and for games.
 *
 * A cell is the status, followed by what the body reveals about the owner: `+` the hidden team, `m` that there is a pick but not
 * which, `e` e-mail and mobile. Anything else must not be in the body. Rejections are one word, see {@link REJECTIONS}.
 */
export const ROLES = [
  'V',
  'M',
  'O',
  'A',
  'AO',
  'D',
  'X',
  'E',
  'F',
  'R',
  'S',
  'TR',
  'SK',
  'HE',
  'KR',
  'KA',
  'KP',
  'KM',
  'KG',
] as const
export type Role = (typeof ROLES)[number]

export const REJECTIONS: Readonly<Record<string, readonly [status: number, code: string]>> = {
  in: [401, 'unauthenticated'],
  exp: [401, 'token_expired'],
  rev: [401, 'token_revoked'],
  no: [403, 'forbidden'],
  sc: [403, 'scope_missing'],
  notok: [404, 'token_not_found'],
  lock: [403, 'reveal_not_available'],
  shut: [403, 'week_locked'],
  w1: [403, 'week_one_locked'],
  ent: [404, 'entry_not_found'],
  pick: [404, 'pick_not_found'],
  user: [404, 'user_not_found'],
  week: [404, 'week_not_found'],
  topic: [404, 'topic_not_found'],
  cal: [404, 'calendar_not_found'],
  link: [400, 'reset_token_invalid'],
  seal: [400, 'confirm_link_invalid'],
  adm: [400, 'admin_link_invalid'],
  mail: [400, 'sign_in_link_invalid'],
  bad: [400, 'passkey_invalid'],
  key: [401, 'passkey_rejected'],
  none: [404, 'passkey_not_found'],
  dev: [404, 'session_not_found'],
  rule: [409, 'rules_locked'],
  undo: [409, 'nothing_to_undo'],
  two: [409, 'second_needed'],
  plan: [409, 'own_pick_open'],
  wait: [409, 'action_not_waiting'],
  nobuy: [409, 'no_buybacks'],
  novot: [409, 'no_split_vote'],
  unask: [409, 'no_buyback_requested'],
  off: [409, 'reminders_off'],
  stop: [400, 'unsubscribe_link_invalid'],
  start: [409, 'season_started'],
  norew: [409, 'no_new_season'],
  due: [409, 'nothing_due'],
  paid: [409, 'nothing_due'],
  claim: [409, 'no_payment_claim'],
  pot: [404, 'pot_hidden'],
  part: [409, 'week_not_complete'],
  whole: [409, 'nothing_to_close'],
  game: [404, 'game_not_found'],
  crest: [404, 'crest_not_found'],
  card: [404, 'card_not_found'],
  hide: [404, 'not_found'],
}

/** Week 1 is locked. Week 2 is current and open. */
export const LATE = `
                            V     M     O     A      AO      D     X     E     F     R     S     TR    SK    HE  KR    KA    KP    KM    KG
login                       200e  200e  200e  200e   200e    200e  200e  200e  200e  200e  200e  200e  200e  200e   sc    sc    sc    sc    sc
register                    201   201   201   201    201     201   201   201   201   201   201   201   201   201   sc    sc    sc    sc    sc
me                          in    200   200e  200    200e    200   rev   exp   in    rev   rev   200   200   200   200e  200e  sc    sc    sc
requestPasswordReset        200   200   200   200    200     200   200   200   200   200   200   200   200   200   sc    sc    sc    sc    sc
invitationOpened            204   204   204   204   204     204   204   204   204   204   204   204   204   204   sc    sc    sc    sc    sc
submitPasswordReset         link  link  link  link   link    link  link  link  link  link  link  link  link  link   sc    sc    sc    sc    sc
confirmEmailChange          seal  seal  seal  seal   seal    seal  seal  seal  seal  seal  seal  seal  seal  seal   sc    sc    sc    sc    sc
confirmAdmin                adm   adm   adm   adm    adm     adm   adm   adm   adm   adm   adm   adm   adm   adm   sc    sc    sc    sc    sc
getAccount                  in    200   200e  200    200e    200   rev   exp   in    rev   rev   200   200   200   200e  200e  sc    sc    sc
getCalendarAddress          in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc
createCalendarAddress       in    201   201   201    201     201   rev   exp   in    rev   rev   201   201   201   sc    sc    sc    sc    sc
updateAccount               in    200   200e  200    200e    200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc
changePassword              in    200e  200e  200e   200e    200e  rev   exp   in    rev   rev   200e  200e  200e   sc    sc    sc    sc    sc
signOutEverywhere           in    204   204   204    204     204   rev   exp   in    rev   rev   204   204   204   sc    sc    sc    sc    sc
requestSignInLink           200   200   200   200    200     200   200   200   200   200   200   200   200   200   sc    sc    sc    sc    sc
submitSignInLink            mail  mail  mail  mail   mail    mail  mail  mail  mail  mail  mail  mail  mail  mail   sc    sc    sc    sc    sc
passkeySignInOptions        200   200   200   200    200     200   200   200   200   200   200   200   200   200   sc    sc    sc    sc    sc
submitPasskey               key   key   key   key    key     key   key   key   key   key   key   key   key   key   sc    sc    sc    sc    sc
listSessions                in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc
endSession[own]             in    204   204   204    204     204   rev   exp   in    rev   rev   204   204   204   sc    sc    sc    sc    sc
endSession[other]           in    dev   dev   dev    dev     dev   rev   exp   in    rev   rev   dev   dev   dev   sc    sc    sc    sc    sc
endOtherSessions            in    200e  200e  200e   200e    200e  rev   exp   in    rev   rev   200e  200e  200e   sc    sc    sc    sc    sc
listPasskeys                in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc
passkeyOptions              in    200   200e  200    200e    200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc
addPasskey                  in    bad   bad   bad    bad     bad   rev   exp   in    rev   rev   bad   bad   bad   sc    sc    sc    sc    sc
removePasskey               in    none  none  none   none    none  rev   exp   in    rev   rev   none  none  none   sc    sc    sc    sc    sc
listTokens                  in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc
createToken                 in    201   201   201    201     201   rev   exp   in    rev   rev   201   201   201   sc    sc    sc    sc    sc
revokeToken                 in    notok 204   notok  204     notok rev   exp   in    rev   rev   notok notok notok sc    sc    sc    sc    sc
getNotifications            in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   200   200   sc    sc    sc
updateNotifications         in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc
addPushSubscription         in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc
removePushSubscription      in    204   204   204    204     204   rev   exp   in    rev   rev   204   204   204   sc    sc    sc    sc    sc
testNotifications           in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc
unsubscribe                 stop  stop  stop  stop   stop    stop  stop  stop  stop  stop  stop  stop  stop  stop   sc    sc    sc    sc    sc

getPool                     200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
getClub                     200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
getCrest                    crest crest crest crest  crest   crest crest crest crest crest crest crest crest crest   crest  crest  crest  crest  crest
getCard[week open]          200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
getCard[week locked]        200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
getCard[entry]              200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
getCard[week none]          card  card  card  card   card    card  card  card  card  card  card  card  card  card   card  card  card  card  card
getCard[champion]           card  card  card  card   card    card  card  card  card  card  card  card  card  card   card  card  card  card  card
getPot                      pot   pot   pot   200    200     pot   pot   pot   pot   pot   pot   200   pot   pot   pot   pot   pot   pot   pot
getPrice                    200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
getRules                    200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
getConstitution             200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
getSiteTime                 200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
listTeams~                  200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
listWeeks                   200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
currentWeek                 200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
weekGames[open]             200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
weekGames[locked]           200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
weekPicks[open]             lock  lock  lock  200me  200+me  lock  lock  lock  lock  lock  lock  lock  lock  lock   lock  lock  lock  lock  lock
weekPicks[locked]           200   200   200   200e   200e    200   200   200   200   200   200   200   200   200   200   200   200   200   200
weekMoments[open]           lock  lock  lock  lock   lock    lock  lock  lock  lock  lock  lock  lock  lock  lock   lock  lock  lock  lock  lock
weekMoments[locked]         200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
weekProof[open]             lock  lock  lock  lock   lock    lock  lock  lock  lock  lock  lock  lock  lock  lock   lock  lock  lock  lock  lock
weekProof[locked]           200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
currentReveal               lock  lock  lock  lock   lock    lock  lock  lock  lock  lock  lock  lock  lock  lock   lock  lock  lock  lock  lock
weekReveal[open]            lock  lock  lock  lock   lock    lock  lock  lock  lock  lock  lock  lock  lock  lock   lock  lock  lock  lock  lock
weekReveal[locked]          200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
weekReveal[none]            week  week  week  week   week    week  week  week  week  week  week  week  week  week   week  week  week  week  week
listHistory                 200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
getMatrix                   200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
getMatrixCsv                200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
getWeekSummary[locked]      part  part  part  part   part    part  part  part  part  part  part  part  part  part   part  part  part  part  part
getHallOfFame               200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
liveSnapshot[pool]          200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
liveSnapshot[week open]     200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
liveSnapshot[week locked]   200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
liveSnapshot[week none]     topic topic topic topic  topic   topic topic topic topic topic topic topic topic topic   topic   topic   topic   topic   topic
liveSnapshot[season]        200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
liveSnapshot[user]          in    topic 200+e topic  200+e   topic rev   exp   in    rev   rev   topic topic topic   200+e   200+e   in   in   in
liveSnapshot[admin]         in    no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    no   no   no   in   in   in
getCalendar[address]        200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
getCalendar[none]           cal   cal   cal   cal    cal     cal   cal   cal   cal   cal   cal   cal   cal   cal   cal   cal   cal   cal   cal
listAudit                   200   200   200+  200    200+    200   200   200   200   200   200   200   200   200   200+  200+  200   200   200
auditHead                   200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
auditHeads                  200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
auditHashes                 200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
auditAt                     200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200

getDashboard                in    200   200+  200    200+    200   rev   exp   in    rev   rev   200   200   200   200+  200+  sc    sc    sc
userEntries                 in    user  200   200    200     user  rev   exp   in    rev   rev   user  user  user   200   200   sc    sc    sc
userReminders               in    user  200   200    200     user  rev   exp   in    rev   rev   user  user  user   200   200   sc    sc    sc
getEntry                    in    ent   200   200    200     ent   rev   exp   in    rev   rev   ent   ent   ent   200   200   sc    sc    sc
entryPicks                  in    ent   200+  200m   200+    ent   rev   exp   in    rev   rev   ent   ent   ent   200+  200+  sc    sc    sc
entryHistory                200   200   200+  200    200+    200   200   200   200   200   200   200   200   200   200+  200+  200   200   200
createEntry                 in    no    201   201    201     no    rev   exp   in    rev   rev   no    no    201   sc    sc    sc    sc    sc
renameEntry                 in    ent   w1    200    200     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc
deleteEntry                 in    ent   w1    204    204     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc
getRanking                  in    ent   200+  ent    200+    ent   rev   exp   in    rev   rev   ent   ent   ent   200+  200+  sc    sc    sc
setRanking                  in    ent   200   ent    200     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    200   sc    sc
getSplitVote                in    ent   200   ent    200     ent   rev   exp   in    rev   rev   ent   ent   ent   200   200   sc    sc    sc
castSplitVote               in    ent   novot ent    novot   ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc
renewEntry                  in    ent   norew ent    norew   ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc
getDues                     in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   200   200   sc    sc    sc
claimPayment                in    ent   due   ent    due     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc
withdrawPaymentClaim        in    ent   204   ent    204     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc
requestBuyback              in    ent   nobuy ent    nobuy   ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc
submitPick[open]            in    ent   201   ent    201     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    201   sc    sc
submitPick[second]          in    ent   201   ent    201     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    201   sc    sc
submitPick[locked]          in    ent   shut  ent    shut    ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    shut  sc    sc
changePick[open]            in    pick  200   pick   200     pick  rev   exp   in    rev   rev   pick  pick  pick   sc    sc    200   sc    sc
changePick[second]          in    pick  200   pick   200     pick  rev   exp   in    rev   rev   pick  pick  pick   sc    sc    200   sc    sc
changePick[locked]          in    pick  shut  pick   shut    pick  rev   exp   in    rev   rev   pick  pick  pick   sc    sc    shut  sc    sc
clearPick[open]             in    pick  204   pick   204     pick  rev   exp   in    rev   rev   pick  pick  pick   sc    sc    204   sc    sc
clearPick[second]           in    pick  204   pick   204     pick  rev   exp   in    rev   rev   pick  pick  pick   sc    sc    204   sc    sc
clearPick[locked]           in    pick  shut  pick   shut    pick  rev   exp   in    rev   rev   pick  pick  pick   sc    sc    shut  sc    sc
getPick[open]               in    pick  200+  200m   200+    pick  rev   exp   in    rev   rev   pick  pick  pick   200+  200+  sc    sc    sc
getPick[second]             in    pick  200+  200m   200+    pick  rev   exp   in    rev   rev   pick  pick  pick   200+  200+  sc    sc    sc
getPick[locked]             in    pick  200   200    200     pick  rev   exp   in    rev   rev   pick  pick  pick   200   200   sc    sc    sc
pickReceipt[open]           pick  pick  200+  pick   200+    pick  pick  pick  pick  pick  pick  pick  pick  pick   200+  200+  pick  pick  pick
pickReceipt[second]         pick  pick  200+  pick   200+    pick  pick  pick  pick  pick  pick  pick  pick  pick   200+  200+  pick  pick  pick
pickReceipt[locked]         200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200

adminListEntries            in    no    no    200e   200e    no    rev   exp   in    rev   rev   200   200   200e sc    sc    sc    200   200
adminListUsers              in    no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    200e   sc    sc    sc    sc    sc
declinePaymentClaim         in    no    no    claim  claim   no    rev   exp   in    rev   rev   claim no    no   sc    sc    sc    claim  sc
confirmPayments             in    no    no    200    two     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    two   sc
listBalances                in    no    no    200    200     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    200   sc
recordPartPayment           in    no    no    paid   paid    no    rev   exp   in    rev   rev   paid  no    no   sc    sc    sc    paid  sc
listPayouts                 in    no    no    200    200     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    200   sc
recordPayouts               in    no    no    200    200     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    200   sc
reversePayout               in    no    no    204    204     no    rev   exp   in    rev   rev   204   no    no   sc    sc    sc    204   sc
importPayments              in    no    no    200    200     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    200   sc
getTreasurer                in    no    no    200    200     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    200   sc
updateTreasurer             in    no    no    200    200     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    200   sc
getLedger                   in    no    no    200    200     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    200   sc
getLedgerCsv                in    no    no    200    200     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    200   sc
setPayment                  in    no    no    200e   two     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    two   sc
adminUpdateEntry            in    no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
adminRenewEntry             in    no    no    norew  norew   no    rev   exp   in    rev   rev   no    no    norew   sc    sc    sc    sc    sc
startSeason                 in    no    no    start  start   no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
setPastChampions            in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
answerBuyback               in    no    no    unask  unask   no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
adminDeleteEntry            in    no    no    204    204     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
adminCreateUser             in    no    no    201    201     no    rev   exp   in    rev   rev   no    no    201   sc    sc    sc    sc    sc
createPaperEntries          in    no    no    201    201    no    rev   exp   in    rev   rev   no    no    201   sc    sc    sc    sc    sc
handOverEntries             in    no    no    200    200    no    rev   exp   in    rev   rev   no    no    200   sc    sc    sc    sc    sc
adminUpdateUser             in    no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    200e   sc    sc    sc    sc    sc
adminDeleteUser             in    no    no    204    204     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
getReminders                in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
updateReminders             in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
sendReminders               in    no    no    off    off     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
changeJoining               in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    200   sc    sc    sc    sc    sc
listInvitations             in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    200   sc    sc    sc    sc    sc
createInvitation            in    no    no    201    201     no    rev   exp   in    rev   rev   no    no    201   sc    sc    sc    sc    sc
revokeInvitation            in    no    no    204    204     no    rev   exp   in    rev   rev   no    no    204   sc    sc    sc    sc    sc
invitedMembers              in    no    no    200   200     no    rev   exp   in    rev   rev   no    no    200   sc    sc    sc    sc    sc
inviteMembers               in    no    no    200   200     no    rev   exp   in    rev   rev   no    no    200   sc    sc    sc    sc    sc
approveUser                 in    no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    200e   sc    sc    sc    sc    sc
importMembers               in    no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    200e   sc    sc    sc    sc    sc
importPicks                 in    no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
broadcast                   in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    200   sc    sc    sc    sc    sc
previewBroadcast            in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    200   sc    sc    sc    sc    sc
listWebhooks                in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
createWebhook               in    no    no    201    201     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
deleteWebhook               in    no    no    204    204     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
testWebhook                 in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
createWeek                  in    no    no    201    201     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
updateWeek                  in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
updateWeek[picks]           in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
deleteWeek                  in    no    no    204    204     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
setCurrentWeek              in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
setSiteTime                 in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
updateRules                 in    no    no    rule   rule    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
updateWeekSummary           in    no    no    part   part    no    rev   exp   in    rev   rev   no    no    part   sc    sc    sc    sc    sc
mailWeekSummary             in    no    no    part   part    no    rev   exp   in    rev   rev   no    no    part   sc    sc    sc    sc    sc
updateClub                  in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
updateClubhouseScreen       in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
getSetup                    in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
updateSetup                 in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
nextWeek                    in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
lastAction                  in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
undoAction                  in    no    no    undo   undo    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
listWaiting                 in    no    no    200     200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
confirmAction               in    no    no    wait    wait    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
refuseAction                in    no    no    wait    wait    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
withdrawAction              in    no    no    wait    wait    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
actAlone                    in    no    no    wait    wait    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
switchFourEyes              in    no    no    200     200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
syncGames                   in    no    no    200    200     no    rev   exp   in    rev   rev   no    200   no   sc    sc    sc    sc    200
syncStatus                  in    no    no    200    200     no    rev   exp   in    rev   rev   no    200   no   sc    sc    sc    sc    200
serverStatus                in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
serverChecks                in    no    no    200   200     no    rev   exp   in    rev   rev   no    no    no    sc    sc    sc    sc    sc
backupStatus                in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
makeBackup                  in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
deliveries                  in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
newcomers                   in    no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
removeNewcomers             in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
randomizePicks              in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
randomizeScores             in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
finalizeScores              in    no    no    200    200     no    rev   exp   in    rev   rev   no    200   no   sc    sc    sc    sc    200
updateGame                  in    no    no    game   game    no    rev   exp   in    rev   rev   no    game  no   sc    sc    sc    sc    game
closeWeek                   in    no    no    whole  whole   no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
previewCalls                in    no    no    200    200     no    rev   exp   in    rev   rev   no    200   no   sc    sc    sc    no    200
previewCalls[user]          in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    200   sc    sc    sc    no    no
unmaskPicks                 in    no    no    two    two     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
overridePick                in    no    no    201    plan    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
overridePick[second]        in    no    no    201    plan    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
adminDeletePick             in    no    no    204    plan    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
adminDeletePick[second]     in    no    no    204    plan    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc

health                      200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
readiness                   200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
metrics                     200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
checks                      hide  hide  hide  hide  hide    hide  hide  hide  hide  hide  hide  hide  hide  hide  hide  hide  hide  hide  hide
openapi~                    200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
docs~                       200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
docsStyle                   200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
`

/** Week 1 is current and open. Nothing has locked yet. */
export const EARLY = `
                            V     M     O     A      AO      D     X     E     F     R     S     TR    SK    HE  KR    KA    KP    KM    KG
renameEntry                 in    ent   200   200    200     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc
deleteEntry                 in    ent   204   204    204     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc
updateRules                 in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
getMatrix                   200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
getMatrixCsv                200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
auditAt                     200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200
weekPicks[unmasked]         lock  lock  lock  200+e  200+e   lock  lock  lock  lock  lock  lock  lock  lock  lock   lock  lock  lock  lock  lock
entryPicks[unmasked]        in    ent   200+  200m   200+    ent   rev   exp   in    rev   rev   ent   ent   ent   200+  200+  sc    sc    sc
getPick[unmasked]           in    pick  200+  200m   200+    pick  rev   exp   in    rev   rev   pick  pick  pick   200+  200+  sc    sc    sc
pickReceipt[unmasked]       pick  pick  200+  pick   200+    pick  pick  pick  pick  pick  pick  pick  pick  pick   200+  200+  pick  pick  pick
liveSnapshot[admin unmasked] in   no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    no   no   no   in   in   in
weekReveal[unmasked]        lock  lock  lock  lock   lock    lock  lock  lock  lock  lock  lock  lock  lock  lock   lock  lock  lock  lock  lock
purgeWeeks                  in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
purgeUsersAndEntries        in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc
`

/** Joining a live topic: `ok` or a code as above. */
export const TOPICS = `
                            V     M     O     A      AO      D     X     E     F     R     S     TR    SK    HE  KR    KA    KP    KM    KG
pool                        ok    ok    ok    ok     ok      ok    ok    ok    ok    ok    ok    ok    ok    ok   ok    ok    ok    ok    ok
week[open]                  ok    ok    ok    ok     ok      ok    ok    ok    ok    ok    ok    ok    ok    ok   ok    ok    ok    ok    ok
week[locked]                ok    ok    ok    ok     ok      ok    ok    ok    ok    ok    ok    ok    ok    ok   ok    ok    ok    ok    ok
week[none]                  topic topic topic topic  topic   topic topic topic topic topic topic topic topic topic   topic  topic  topic  topic  topic
season                      ok    ok    ok    ok     ok      ok    ok    ok    ok    ok    ok    ok    ok    ok   ok    ok    ok    ok    ok
season[none]                topic topic topic topic  topic   topic topic topic topic topic topic topic topic topic   topic  topic  topic  topic  topic
user                        in    topic ok    topic  ok      topic rev   exp   in    rev   rev   topic topic topic   ok    ok    sc    sc    sc
user[none]                  in    topic topic topic  topic   topic rev   exp   in    rev   rev   topic topic topic   topic  topic  sc    sc    sc
admin                       in    no    no    ok     ok      no    rev   exp   in    rev   rev   no    no    no   no    no    sc    sc    sc
`

export interface Row {
  /** The name in the table, for example `weekPicks[open]`. */
  readonly name: string
  /** The route or kind of topic. */
  readonly of: string
  /** The case in brackets, if any. */
  readonly when: string
  /** Whether public data in the body looks like a secret, so that bodies are not searched. */
  readonly isPublicText: boolean
  readonly cells: ReadonlyMap<Role, string>
}

/** Parses a table. Throws for a line with a wrong number of cells. */
export function rowsOf(table: string): readonly Row[] {
  const [head = '', ...lines] = table.split('\n').filter((line) => line.trim() !== '')
  if (head.trim().split(/\s+/).join() !== ROLES.join()) throw new Error(`other columns: ${head}`)
  return lines.map((line) => {
    const [, of = '', tilde, when = '', rest = ''] = /^(\w+)(~?)(?:\[([^\]]+)\])?\s+(.*)$/.exec(line) ?? []
    const cells = rest.trim().split(/\s+/)
    if (of === '' || cells.length !== ROLES.length) throw new Error(`not a row of the table: ${line}`)
    return {
      name: when === '' ? of : `${of}[${when}]`,
      of,
      when,
      isPublicText: tilde === '~',
      cells: new Map(ROLES.map((role, i) => [role, cells[i] ?? ''])),
    }
  })
}

export type Expected =
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly team: boolean
      readonly mask: boolean
      readonly personal: boolean
    }

/** Parses a cell. */
export function expectedOf(cell: string): Expected {
  const refusal = REJECTIONS[cell]
  if (refusal !== undefined) return { kind: 'refused', status: refusal[0], code: refusal[1] }
  const [, status, marks = ''] = /^(20\d)(\+?m?e?)$/.exec(cell) ?? []
  if (status === undefined) throw new Error(`what does the cell ${cell} mean?`)
  return {
    kind: 'answered',
    status: Number(status),
    team: marks.includes('+'),
    mask: marks.includes('m'),
    personal: marks.includes('e'),
  }
}
