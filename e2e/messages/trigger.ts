import type { Page, Route } from '@playwright/test'
import type { BrowserPool } from '@outlast/testing'
import type { Message } from './list.ts'

/** What the triggers of a group share. */
export interface MessageContext {
  readonly page: Page
  readonly pool: BrowserPool
}

/**
 * Where the message appears. `field`: an alert that describes an invalid field; `status`: a live region that stays on the page;
 * `dialog`: a confirmation dialog.
 */
export type Place = 'alert' | 'field' | 'toast' | 'status' | 'dialog' | 'main' | 'heading' | 'link'

/** Responds to a call instead of the server. */
export type Respond = (route: Route) => Promise<void>

type Responses = Readonly<Record<string, Respond>>

type Values = readonly (string | number)[]

/** How to make a message appear. */
export interface Trigger<C extends MessageContext = MessageContext> {
  /** The path to open first. */
  readonly path: string
  readonly place: Place
  /** Mocked responses by `METHOD /path`, where `*` is any part of the path. */
  readonly responses?: Responses | ((context: C) => Responses)
  /** The values of the message's placeholders. */
  readonly values?: Values | ((context: C) => Promise<Values>)
  /** The action on the page; not needed when opening the page is enough. */
  readonly act?: (context: C) => Promise<unknown>
}

export type Triggers<C extends MessageContext> = { readonly [M in Message]?: Trigger<C> }

/** A failure without a message, so that the app shows its fallback. */
export const serverError: Respond = (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })

/** A lost connection. */
export const connectionLost: Respond = (route) => route.abort()

/** A response that never arrives. */
export const noResponse: Respond = () => new Promise(() => undefined)

/** A response with the given status and body. */
export const respondWith =
  (status: number, body: object): Respond =>
  (route) =>
    route.fulfill({ status, json: body })

/** Clicks a button of the screen. */
export const clickButton = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** Clicks a button of the confirmation dialog. */
export const confirmWith = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

/** `1 game`, `2 games`. */
export const formatCount = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
