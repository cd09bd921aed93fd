/**
 * Who may do what, written by hand from docs/rules.md and docs/api.md, and never from the contract's
 * `access`. One line per route, or per case of a route (in brackets); a column per role:
 *
 * - V visitor; M member who is not the owner; O the owner; A admin who is not the owner; AO owner who is also an admin;
 * - D admin who was demoted after signing in; X account that was deleted after signing in;
 * - TR, SK, HE members who are not the owner, with the role of treasurer, scorekeeper or helper;
 * - E expired token, F forged tokens (all of forged-tokens.ts), both of AO; R and S: of an admin and owner who has
 *   changed the password or signed out everywhere;
 * - P member whom the owner lets pick for the entry;
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
  'P',
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
  two: [409, 'second_needed'],
  plan: [409, 'own_pick_open'],
  wait: [409, 'action_not_waiting'],
  ent: [404, 'entry_not_found'],
  pick: [404, 'pick_not_found'],
  noprx: [404, 'proxy_not_found'],
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
                            V     M     O     A      AO      D     X     E     F     R     S     TR    SK    HE  KR    KA    KP    KM    KG    P
login                       200e  200e  200e  200e   200e    200e  200e  200e  200e  200e  200e  200e  200e  200e   sc    sc    sc    sc    sc    200e
register                    201   201   201   201    201     201   201   201   201   201   201   201   201   201   sc    sc    sc    sc    sc    201
me                          in    200   200e  200    200e    200   rev   exp   in    rev   rev   200   200   200   200e  200e  sc    sc    sc    200
requestPasswordReset        200   200   200   200    200     200   200   200   200   200   200   200   200   200   sc    sc    sc    sc    sc    200
invitationOpened            204   204   204   204   204     204   204   204   204   204   204   204   204   204   sc    sc    sc    sc    sc    204
submitPasswordReset         link  link  link  link   link    link  link  link  link  link  link  link  link  link   sc    sc    sc    sc    sc    link
confirmEmailChange          seal  seal  seal  seal   seal    seal  seal  seal  seal  seal  seal  seal  seal  seal   sc    sc    sc    sc    sc    seal
confirmAdmin                adm   adm   adm   adm    adm     adm   adm   adm   adm   adm   adm   adm   adm   adm   sc    sc    sc    sc    sc    adm
getAccount                  in    200   200e  200    200e    200   rev   exp   in    rev   rev   200   200   200   200e  200e  sc    sc    sc    200
getCalendarAddress          in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc    200
createCalendarAddress       in    201   201   201    201     201   rev   exp   in    rev   rev   201   201   201   sc    sc    sc    sc    sc    201
updateAccount               in    200   200e  200    200e    200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc    200
changePassword              in    200e  200e  200e   200e    200e  rev   exp   in    rev   rev   200e  200e  200e   sc    sc    sc    sc    sc    200e
signOutEverywhere           in    204   204   204    204     204   rev   exp   in    rev   rev   204   204   204   sc    sc    sc    sc    sc    204
requestSignInLink           200   200   200   200    200     200   200   200   200   200   200   200   200   200   sc    sc    sc    sc    sc    200
submitSignInLink            mail  mail  mail  mail   mail    mail  mail  mail  mail  mail  mail  mail  mail  mail   sc    sc    sc    sc    sc    mail
passkeySignInOptions        200   200   200   200    200     200   200   200   200   200   200   200   200   200   sc    sc    sc    sc    sc    200
submitPasskey               key   key   key   key    key     key   key   key   key   key   key   key   key   key   sc    sc    sc    sc    sc    key
listSessions                in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc    200
endSession[own]             in    204   204   204    204     204   rev   exp   in    rev   rev   204   204   204   sc    sc    sc    sc    sc    204
endSession[other]           in    dev   dev   dev    dev     dev   rev   exp   in    rev   rev   dev   dev   dev   sc    sc    sc    sc    sc    dev
endOtherSessions            in    200e  200e  200e   200e    200e  rev   exp   in    rev   rev   200e  200e  200e   sc    sc    sc    sc    sc    200e
listPasskeys                in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc    200
passkeyOptions              in    200   200e  200    200e    200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc    200
addPasskey                  in    bad   bad   bad    bad     bad   rev   exp   in    rev   rev   bad   bad   bad   sc    sc    sc    sc    sc    bad
removePasskey               in    none  none  none   none    none  rev   exp   in    rev   rev   none  none  none   sc    sc    sc    sc    sc    none
listTokens                  in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc    200
createToken                 in    201   201   201    201     201   rev   exp   in    rev   rev   201   201   201   sc    sc    sc    sc    sc    201
revokeToken                 in    notok 204   notok  204     notok rev   exp   in    rev   rev   notok notok notok sc    sc    sc    sc    sc    notok
getNotifications            in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   200   200   sc    sc    sc    200
updateNotifications         in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc    200
addPushSubscription         in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc    200
removePushSubscription      in    204   204   204    204     204   rev   exp   in    rev   rev   204   204   204   sc    sc    sc    sc    sc    204
testNotifications           in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   sc    sc    sc    sc    sc    200
unsubscribe                 stop  stop  stop  stop   stop    stop  stop  stop  stop  stop  stop  stop  stop  stop   sc    sc    sc    sc    sc    stop

getPool                     200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
getClub                     200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
getCrest                    crest crest crest crest  crest   crest crest crest crest crest crest crest crest crest   crest  crest  crest  crest  crest    crest
getCard[week open]          200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
getCard[week locked]        200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
getCard[entry]              200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
getCard[week none]          card  card  card  card   card    card  card  card  card  card  card  card  card  card   card  card  card  card  card    card
getCard[champion]           card  card  card  card   card    card  card  card  card  card  card  card  card  card   card  card  card  card  card    card
getPot                      pot   pot   pot   200    200     pot   pot   pot   pot   pot   pot   200   pot   pot   pot   pot   pot   pot   pot    pot
getPrice                    200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
getRules                    200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
getConstitution             200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
getSiteTime                 200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
listTeams~                  200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
listWeeks                   200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
currentWeek                 200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
weekGames[open]             200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
weekGames[locked]           200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
weekPicks[open]             lock  lock  lock  200me  200+me  lock  lock  lock  lock  lock  lock  lock  lock  lock   lock  lock  lock  lock  lock    lock
weekPicks[locked]           200   200   200   200e   200e    200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
weekMoments[open]           lock  lock  lock  lock   lock    lock  lock  lock  lock  lock  lock  lock  lock  lock   lock  lock  lock  lock  lock    lock
weekMoments[locked]         200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
weekProof[open]             lock  lock  lock  lock   lock    lock  lock  lock  lock  lock  lock  lock  lock  lock   lock  lock  lock  lock  lock    lock
weekProof[locked]           200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
currentReveal               lock  lock  lock  lock   lock    lock  lock  lock  lock  lock  lock  lock  lock  lock   lock  lock  lock  lock  lock    lock
weekReveal[open]            lock  lock  lock  lock   lock    lock  lock  lock  lock  lock  lock  lock  lock  lock   lock  lock  lock  lock  lock    lock
weekReveal[locked]          200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
weekReveal[none]            week  week  week  week   week    week  week  week  week  week  week  week  week  week   week  week  week  week  week    week
listHistory                 200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
getMatrix                   200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
getMatrixCsv                200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
getWeekSummary[locked]      part  part  part  part   part    part  part  part  part  part  part  part  part  part   part  part  part  part  part    part
getHallOfFame               200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
liveSnapshot[pool]          200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
liveSnapshot[week open]     200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
liveSnapshot[week locked]   200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
liveSnapshot[week none]     topic topic topic topic  topic   topic topic topic topic topic topic topic topic topic   topic   topic   topic   topic   topic    topic
liveSnapshot[season]        200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
liveSnapshot[user]          in    topic 200+e topic  200+e   topic rev   exp   in    rev   rev   topic topic topic   200+e   200+e   in   in   in    topic
liveSnapshot[admin]         in    no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    no   no   no   in   in   in    no
getCalendar[address]        200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
getCalendar[none]           cal   cal   cal   cal    cal     cal   cal   cal   cal   cal   cal   cal   cal   cal   cal   cal   cal   cal   cal    cal
listAudit                   200   200   200+  200    200+    200   200   200   200   200   200   200   200   200   200+  200+  200   200   200    200
auditHead                   200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
auditHeads                  200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
auditHashes                 200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
auditAt                     200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200

getDashboard                in    200   200+  200    200+    200   rev   exp   in    rev   rev   200   200   200   200+  200+  sc    sc    sc    200
userEntries                 in    user  200   200    200     user  rev   exp   in    rev   rev   user  user  user   200   200   sc    sc    sc    user
userReminders               in    user  200   200   200   user  rev   exp   in    rev   rev   user  user  user  200   200   sc    sc    sc    user
getEntry                    in    ent   200   200    200     ent   rev   exp   in    rev   rev   ent   ent   ent   200   200   sc    sc    sc    ent
entryPicks                  in    ent   200+  200m   200+    ent   rev   exp   in    rev   rev   ent   ent   ent   200+  200+  sc    sc    sc    200+
entryHistory                200   200   200+  200    200+    200   200   200   200   200   200   200   200   200   200+  200+  200   200   200    200+
createEntry                 in    no    201   201    201     no    rev   exp   in    rev   rev   no    no    201   sc    sc    sc    sc    sc    no
renameEntry                 in    ent   w1    200    200     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc    ent
deleteEntry                 in    ent   w1    204    204     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc    ent
listProxies                 in   200   200   200   200   200   rev   exp   in   rev   rev   200   200   200   200   200   sc   sc   sc   200
nameProxy                   in   ent   200   ent   200   ent   rev   exp   in   rev   rev   ent   ent   ent   sc   sc   sc   sc   sc   ent
endProxy                    in   noprx   204   noprx   noprx   noprx   rev   exp   in   rev   rev   noprx   noprx   noprx   sc   sc   sc   sc   sc   204
getRanking                  in    ent   200+  ent    200+    ent   rev   exp   in    rev   rev   ent   ent   ent   200+  200+  sc    sc    sc    ent
setRanking                  in    ent   200   ent    200     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    200   sc    sc    ent
getSplitVote                in    ent   200   ent    200     ent   rev   exp   in    rev   rev   ent   ent   ent   200   200   sc    sc    sc    ent
castSplitVote               in    ent   novot ent    novot   ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc    ent
renewEntry                  in    ent   norew ent    norew   ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc    ent
getDues                     in    200   200   200    200     200   rev   exp   in    rev   rev   200   200   200   200   200   sc    sc    sc    200
claimPayment                in    ent   due   ent    due     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc    ent
withdrawPaymentClaim        in    ent   204   ent    204     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc    ent
requestBuyback              in    ent   nobuy ent    nobuy   ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc    ent
submitPick[open]            in    ent   201   ent    201     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    201   sc    sc    201
submitPick[second]          in    ent   201   ent    201     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    201   sc    sc    201
submitPick[locked]          in    ent   shut  ent    shut    ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    shut  sc    sc    shut
changePick[open]            in    pick  200   pick   200     pick  rev   exp   in    rev   rev   pick  pick  pick   sc    sc    200   sc    sc    200
changePick[second]          in    pick  200   pick   200     pick  rev   exp   in    rev   rev   pick  pick  pick   sc    sc    200   sc    sc    200
changePick[locked]          in    pick  shut  pick   shut    pick  rev   exp   in    rev   rev   pick  pick  pick   sc    sc    shut  sc    sc    shut
clearPick[open]             in    pick  204   pick   204     pick  rev   exp   in    rev   rev   pick  pick  pick   sc    sc    204   sc    sc    204
clearPick[second]           in    pick  204   pick   204     pick  rev   exp   in    rev   rev   pick  pick  pick   sc    sc    204   sc    sc    204
clearPick[locked]           in    pick  shut  pick   shut    pick  rev   exp   in    rev   rev   pick  pick  pick   sc    sc    shut  sc    sc    shut
getPick[open]               in    pick  200+  200m   200+    pick  rev   exp   in    rev   rev   pick  pick  pick   200+  200+  sc    sc    sc    200+
getPick[second]             in    pick  200+  200m   200+    pick  rev   exp   in    rev   rev   pick  pick  pick   200+  200+  sc    sc    sc    200+
getPick[locked]             in    pick  200   200    200     pick  rev   exp   in    rev   rev   pick  pick  pick   200   200   sc    sc    sc    200
pickReceipt[open]           pick  pick  200+  pick   200+    pick  pick  pick  pick  pick  pick  pick  pick  pick   200+  200+  pick  pick  pick    200+
pickReceipt[second]         pick  pick  200+  pick   200+    pick  pick  pick  pick  pick  pick  pick  pick  pick   200+  200+  pick  pick  pick    200+
pickReceipt[locked]         200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200

adminListEntries            in    no    no    200e   200e    no    rev   exp   in    rev   rev   200   200   200e sc    sc    sc    200   200    no
adminListUsers              in    no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    200e   sc    sc    sc    sc    sc    no
declinePaymentClaim         in    no    no    claim  claim   no    rev   exp   in    rev   rev   claim no    no   sc    sc    sc    claim  sc    no
confirmPayments             in    no    no    200   two   no    rev   exp   in    rev   rev   200   no    no    sc    sc    sc    two   sc    no
listBalances                in    no    no    200    200     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    200   sc    no
recordPartPayment           in    no    no    paid   paid    no    rev   exp   in    rev   rev   paid  no    no   sc    sc    sc    paid  sc    no
listPayouts                 in    no    no    200    200     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    200   sc    no
recordPayouts               in    no    no    200    200     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    200   sc    no
reversePayout               in    no    no    204    204     no    rev   exp   in    rev   rev   204   no    no   sc    sc    sc    204   sc    no
importPayments              in    no    no    200    200     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    200   sc    no
getTreasurer                in    no    no    200    200     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    200   sc    no
updateTreasurer             in    no    no    200    200     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    200   sc    no
getLedger                   in    no    no    200    200     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    200   sc    no
getLedgerCsv                in    no    no    200    200     no    rev   exp   in    rev   rev   200   no    no   sc    sc    sc    200   sc    no
setPayment                  in    no    no    200e  two   no    rev   exp   in    rev   rev   200   no    no    sc    sc    sc    two   sc    no
adminUpdateEntry            in    no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
adminRenewEntry             in    no    no    norew  norew   no    rev   exp   in    rev   rev   no    no    norew   sc    sc    sc    sc    sc    no
startSeason                 in    no    no    start  start   no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
setPastChampions            in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
answerBuyback               in    no    no    unask  unask   no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
adminDeleteEntry            in    no    no    204    204     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
adminCreateUser             in    no    no    201    201     no    rev   exp   in    rev   rev   no    no    201   sc    sc    sc    sc    sc    no
createPaperEntries          in    no    no    201   201   no    rev   exp   in    rev   rev   no    no    201   sc    sc    sc    sc    sc    no
handOverEntries             in    no    no    200   200   no    rev   exp   in    rev   rev   no    no    200   sc    sc    sc    sc    sc    no
adminUpdateUser             in    no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    200e   sc    sc    sc    sc    sc    no
adminDeleteUser             in    no    no    204    204     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
getReminders                in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
updateReminders             in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
sendReminders               in    no    no    off    off     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
changeJoining               in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    200   sc    sc    sc    sc    sc    no
listInvitations             in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    200   sc    sc    sc    sc    sc    no
createInvitation            in    no    no    201    201     no    rev   exp   in    rev   rev   no    no    201   sc    sc    sc    sc    sc    no
revokeInvitation            in    no    no    204    204     no    rev   exp   in    rev   rev   no    no    204   sc    sc    sc    sc    sc    no
invitedMembers              in    no    no    200   200     no    rev   exp   in    rev   rev   no    no    200   sc    sc    sc    sc    sc    no
inviteMembers               in    no    no    200   200     no    rev   exp   in    rev   rev   no    no    200   sc    sc    sc    sc    sc    no
approveUser                 in    no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    200e   sc    sc    sc    sc    sc    no
importMembers               in    no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    200e   sc    sc    sc    sc    sc    no
importPicks                 in    no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
broadcast                   in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    200   sc    sc    sc    sc    sc    no
previewBroadcast            in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    200   sc    sc    sc    sc    sc    no
listWebhooks                in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
createWebhook               in    no    no    201    201     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
deleteWebhook               in    no    no    204    204     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
testWebhook                 in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
createWeek                  in    no    no    201    201     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
updateWeek                  in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
updateWeek[picks]           in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
deleteWeek                  in    no    no    204    204     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
setCurrentWeek              in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
setSiteTime                 in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
updateRules                 in    no    no    rule   rule    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
updateWeekSummary           in    no    no    part   part    no    rev   exp   in    rev   rev   no    no    part   sc    sc    sc    sc    sc    no
mailWeekSummary             in    no    no    part   part    no    rev   exp   in    rev   rev   no    no    part   sc    sc    sc    sc    sc    no
updateClub                  in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
updateClubhouseScreen       in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
getSetup                    in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
updateSetup                 in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
nextWeek                    in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
lastAction                  in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
undoAction                  in    no    no    undo   undo    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
listWaiting                 in    no    no    200   200   no    rev   exp   in    rev   rev   no    no    no    sc    sc    sc    sc    sc    no
confirmAction               in    no    no    wait  wait  no    rev   exp   in    rev   rev   no    no    no    sc    sc    sc    sc    sc    no
refuseAction                in    no    no    wait  wait  no    rev   exp   in    rev   rev   no    no    no    sc    sc    sc    sc    sc    no
withdrawAction              in    no    no    wait  wait  no    rev   exp   in    rev   rev   no    no    no    sc    sc    sc    sc    sc    no
actAlone                    in    no    no    wait  wait  no    rev   exp   in    rev   rev   no    no    no    sc    sc    sc    sc    sc    no
switchFourEyes              in    no    no    200   200   no    rev   exp   in    rev   rev   no    no    no    sc    sc    sc    sc    sc    no
syncGames                   in    no    no    200    200     no    rev   exp   in    rev   rev   no    200   no   sc    sc    sc    sc    200    no
syncStatus                  in    no    no    200    200     no    rev   exp   in    rev   rev   no    200   no   sc    sc    sc    sc    200    no
serverStatus                in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
serverChecks                in    no    no    200   200     no    rev   exp   in    rev   rev   no    no    no    sc    sc    sc    sc    sc    no
backupStatus                in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
makeBackup                  in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
deliveries                  in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
newcomers                   in    no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
removeNewcomers             in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
randomizePicks              in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
randomizeScores             in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
finalizeScores              in    no    no    200    200     no    rev   exp   in    rev   rev   no    200   no   sc    sc    sc    sc    200    no
updateGame                  in    no    no    game   game    no    rev   exp   in    rev   rev   no    game  no   sc    sc    sc    sc    game    no
closeWeek                   in    no    no    whole  whole   no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
previewCalls                in    no    no    200    200     no    rev   exp   in    rev   rev   no    200   no   sc    sc    sc    no    200    no
previewCalls[user]          in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    200   sc    sc    sc    no    no    no
unmaskPicks                 in    no    no    two   two   no    rev   exp   in    rev   rev   no    no    no    sc    sc    sc    sc    sc    no
overridePick                in    no    no    201   plan  no    rev   exp   in    rev   rev   no    no    no    sc    sc    sc    sc    sc    no
overridePick[second]        in    no    no    201   plan  no    rev   exp   in    rev   rev   no    no    no    sc    sc    sc    sc    sc    no
adminDeletePick             in    no    no    204   plan  no    rev   exp   in    rev   rev   no    no    no    sc    sc    sc    sc    sc    no
adminDeletePick[second]     in    no    no    204   plan  no    rev   exp   in    rev   rev   no    no    no    sc    sc    sc    sc    sc    no

health                      200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
readiness                   200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
metrics                     200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
checks                      hide  hide  hide  hide  hide    hide  hide  hide  hide  hide  hide  hide  hide  hide  hide  hide  hide  hide  hide    hide
openapi~                    200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
docs~                       200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
docsStyle                   200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
`

/** Week 1 is current and open. Nothing has locked yet. */
export const EARLY = `
                            V     M     O     A      AO      D     X     E     F     R     S     TR    SK    HE  KR    KA    KP    KM    KG    P
renameEntry                 in    ent   200   200    200     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc    ent
deleteEntry                 in    ent   204   204    204     ent   rev   exp   in    rev   rev   ent   ent   ent   sc    sc    sc    sc    sc    ent
updateRules                 in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
getMatrix                   200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
getMatrixCsv                200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
auditAt                     200   200   200   200    200     200   200   200   200   200   200   200   200   200   200   200   200   200   200    200
weekPicks[unmasked]         lock  lock  lock  200+e  200+e   lock  lock  lock  lock  lock  lock  lock  lock  lock   lock  lock  lock  lock  lock    lock
entryPicks[unmasked]        in    ent   200+  200m   200+    ent   rev   exp   in    rev   rev   ent   ent   ent   200+  200+  sc    sc    sc    200+
getPick[unmasked]           in    pick  200+  200m   200+    pick  rev   exp   in    rev   rev   pick  pick  pick   200+  200+  sc    sc    sc    200+
pickReceipt[unmasked]       pick  pick  200+  pick   200+    pick  pick  pick  pick  pick  pick  pick  pick  pick   200+  200+  pick  pick  pick    200+
liveSnapshot[admin unmasked] in   no    no    200e   200e    no    rev   exp   in    rev   rev   no    no    no   no   no   in   in   in    no
weekReveal[unmasked]        lock  lock  lock  lock   lock    lock  lock  lock  lock  lock  lock  lock  lock  lock   lock  lock  lock  lock  lock    lock
purgeWeeks                  in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
purgeUsersAndEntries        in    no    no    200    200     no    rev   exp   in    rev   rev   no    no    no   sc    sc    sc    sc    sc    no
`

/** Joining a live topic: `ok` or a code as above. */
export const TOPICS = `
                            V     M     O     A      AO      D     X     E     F     R     S     TR    SK    HE  KR    KA    KP    KM    KG    P
pool                        ok    ok    ok    ok     ok      ok    ok    ok    ok    ok    ok    ok    ok    ok   ok    ok    ok    ok    ok    ok
week[open]                  ok    ok    ok    ok     ok      ok    ok    ok    ok    ok    ok    ok    ok    ok   ok    ok    ok    ok    ok    ok
week[locked]                ok    ok    ok    ok     ok      ok    ok    ok    ok    ok    ok    ok    ok    ok   ok    ok    ok    ok    ok    ok
week[none]                  topic topic topic topic  topic   topic topic topic topic topic topic topic topic topic   topic  topic  topic  topic  topic    topic
season                      ok    ok    ok    ok     ok      ok    ok    ok    ok    ok    ok    ok    ok    ok   ok    ok    ok    ok    ok    ok
season[none]                topic topic topic topic  topic   topic topic topic topic topic topic topic topic topic   topic  topic  topic  topic  topic    topic
user                        in    topic ok    topic  ok      topic rev   exp   in    rev   rev   topic topic topic   ok    ok    sc    sc    sc    topic
user[none]                  in    topic topic topic  topic   topic rev   exp   in    rev   rev   topic topic topic   topic  topic  sc    sc    sc    topic
admin                       in    no    no    ok     ok      no    rev   exp   in    rev   rev   no    no    no   no    no    sc    sc    sc    no
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
