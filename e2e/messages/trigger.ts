import type { Page, Route } from '@playwright/test'
import type { Pool } from '@outlast/testing/server/pool'
import type { Message } from './list.ts'

/** What the triggers of a group share: a page of somebody's, and the pool behind it. */
export interface Stage {
  readonly page: Page
  readonly pool: Pool
}

/**
 * Where people look for it. `field`: an alert that describes an invalid field; `status`: a live region that stays on the page;
 * `dialog`: the question that has to be answered first.
 */
export type Place = 'alert' | 'field' | 'toast' | 'status' | 'dialog' | 'main' | 'heading' | 'link'

/** What a call gets instead of the server's answer. */
export type Answer = (route: Route) => Promise<void>

type Answers = Readonly<Record<string, Answer>>

type Gaps = readonly (string | number)[]

/** How a message comes about, by what people do. */
export interface Trigger<S extends Stage = Stage> {
  /** The address that is opened first. */
  readonly at: string
  readonly place: Place
  /** By `METHOD /path`, where `*` is any part of the path. In force before the page is opened. */
  readonly answers?: Answers | ((stage: S) => Answers)
  /** What stands in the message's gaps. */
  readonly gaps?: Gaps | ((stage: S) => Promise<Gaps>)
  /** What is done on the page; nothing when opening it is enough. */
  readonly act?: (stage: S) => Promise<unknown>
}

export type Triggers<S extends Stage> = { readonly [M in Message]?: Trigger<S> }

/** The server fails without a word, so that the app has to find its own. */
export const FAILS: Answer = (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })

/** The connection is lost. */
export const IS_LOST: Answer = (route) => route.abort()

/** The answer does not come. */
export const NEVER_COMES: Answer = () => new Promise(() => undefined)

export const says =
  (status: number, body: object): Answer =>
  (route) =>
    route.fulfill({ status, json: body })

export const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** Says yes to the question. */
export const agree = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

/** `1 game`, `2 games`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
