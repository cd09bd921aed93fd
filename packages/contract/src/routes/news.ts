import * as z from 'zod'
import { createWebhookBody, newWebhook, webhook, webhookDelivery, webhookParams } from '../rest/admin/webhooks.ts'
import { emptyBody } from '../rest/admin/weeks.ts'
import { calendarAddress, calendarParams } from '../rest/calendar.ts'
import { route } from '../route.ts'

export const calendarRoutes = {
  getCalendar: route('getCalendar', {
    access: 'public',
    tag: 'pool',
    summary: 'A member’s calendar: the season’s locks and first kickoffs',
    description: 'An iCalendar file, to subscribe to. The token in the address is secret. Contains no picks.',
    params: calendarParams,
    responses: { 200: { contentType: 'text/calendar' } },
    errors: ['calendar_not_found'],
  }),
  getCalendarAddress: route('getCalendarAddress', {
    access: 'member',
    scope: 'none',
    tag: 'account',
    summary: 'The address of your calendar',
    responses: { 200: calendarAddress },
  }),
  createCalendarAddress: route('createCalendarAddress', {
    access: 'member',
    tag: 'account',
    summary: 'Make a new address for your calendar',
    description: 'The old address stops working at once.',
    body: emptyBody,
    responses: { 201: calendarAddress },
    idempotent: true,
  }),
}

const admin = { tag: 'admin people' } as const

export const webhookRoutes = {
  listWebhooks: route('listWebhooks', {
    ...admin,
    summary: 'The services that receive the pool’s public news, with their last deliveries',
    responses: { 200: z.array(webhook) },
  }),
  createWebhook: route('createWebhook', {
    ...admin,
    summary: 'Send the pool’s public news to another service',
    description:
      'The messages are signed by Standard Webhooks with the secret of this response, which is shown only once. In production the address must be `https` and must not lead to a private network.',
    body: createWebhookBody,
    responses: { 201: newWebhook },
    errors: ['too_many_webhooks'],
    idempotent: true,
  }),
  deleteWebhook: route('deleteWebhook', {
    ...admin,
    summary: 'Disconnect a service',
    params: webhookParams,
    responses: { 204: null },
    errors: ['webhook_not_found'],
    idempotent: true,
  }),
  testWebhook: route('testWebhook', {
    ...admin,
    summary: 'Send a test message and return what became of it',
    description: 'One attempt, also under a site-time override. Success switches a webhook on again that was switched off.',
    params: webhookParams,
    body: emptyBody,
    responses: { 200: webhookDelivery },
    errors: ['webhook_not_found'],
    idempotent: true,
  }),
}
