import { messageResponse } from '../fields/responses.ts'
import { emptyBody } from '../rest/admin/weeks.ts'
import { patchRemindersBody, remindedByHand, reminders, sendRemindersBody } from '../rest/admin/reminders.ts'
import {
  notifications,
  patchNotificationsBody,
  pushSubscriptionBody,
  removePushSubscriptionBody,
  testedNotifications,
  unsubscribeQuery,
} from '../rest/notifications.ts'
import { route } from '../route.ts'

const account = { access: 'member', tag: 'account' } as const
const admin = { tag: 'admin people' } as const

export const notificationRoutes = {
  getNotifications: route('getNotifications', {
    ...account,
    summary: 'How you get reminders and news',
    responses: { 200: notifications },
  }),
  updateNotifications: route('updateNotifications', {
    ...account,
    summary: 'Choose how you get reminders and news',
    body: patchNotificationsBody,
    responses: { 200: notifications },
    idempotent: true,
  }),
  addPushSubscription: route('addPushSubscription', {
    ...account,
    summary: 'Receive push messages in this browser',
    description: 'Takes what `PushSubscription.toJSON()` returns. The endpoint must be a public https address.',
    body: pushSubscriptionBody,
    responses: { 200: notifications },
    errors: ['push_address_invalid'],
    idempotent: true,
  }),
  removePushSubscription: route('removePushSubscription', {
    ...account,
    summary: 'Receive no more push messages in this browser',
    body: removePushSubscriptionBody,
    responses: { 204: null },
    idempotent: true,
  }),
  testNotifications: route('testNotifications', {
    ...account,
    summary: 'Send yourself a test message',
    body: emptyBody,
    responses: { 200: testedNotifications },
    idempotent: true,
  }),
  unsubscribe: route('unsubscribe', {
    access: 'public',
    tag: 'account',
    summary: 'Stop mails of one kind, with the link of such a mail',
    description: 'Also accepts the one-click form of RFC 8058 (`List-Unsubscribe=One-Click`).',
    query: unsubscribeQuery,
    body: emptyBody,
    acceptsForm: true,
    responses: { 200: messageResponse },
    errors: ['unsubscribe_link_invalid'],
    idempotent: true,
  }),
  getReminders: route('getReminders', {
    ...admin,
    summary: 'The reminders, and who was reminded in the current week',
    responses: { 200: reminders },
  }),
  updateReminders: route('updateReminders', {
    ...admin,
    summary: 'Switch reminders and news on, and set the times of reminders',
    body: patchRemindersBody,
    responses: { 200: reminders },
    idempotent: true,
  }),
  sendReminders: route('sendReminders', {
    ...admin,
    summary: 'Remind the members who have not picked, or one of them, at most once an hour',
    body: sendRemindersBody,
    responses: { 200: remindedByHand },
    errors: ['reminders_off', 'reminded_recently', 'no_current_week', 'week_locked'],
    idempotent: true,
  }),
}
