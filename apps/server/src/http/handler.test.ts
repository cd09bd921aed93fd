import { pickId } from '@outlast/domain'
import { expect, test } from 'vitest'
import { handlers, NO_CONTENT } from './handler.ts'

// What it tests is whether it compiles.
test('a route without a preview cannot send a command that changes who is in, who holds a title, or who may see a pick', () => {
  const removed = { pickId: pickId(1) }
  const options = { toResponse: () => null }
  const table = handlers({
    clearPick: async (_input, { submit }) => {
      // @ts-expect-error This route has no preview.
      await submit('RemovePick', removed, options)
      return NO_CONTENT
    },
    adminDeletePick: async (_input, { submit }) => {
      await submit('RemovePick', removed, options)
      return NO_CONTENT
    },
  })
  expect(Object.keys(table)).toEqual(['clearPick', 'adminDeletePick'])
})
