import type { Locator } from '@playwright/test'

/** What a person needs for a click, including finding the button, and for one typed character, in seconds. */
const SECONDS = { click: 4, key: 0.35 } as const

/** Counts the clicks and the typed characters of a person. It measures effort and not time, so a slow machine changes nothing. */
export class Effort {
  #clicks = 0
  #keys = 0

  async click(button: Locator): Promise<void> {
    this.#clicks += 1
    await button.click()
  }

  /** Chooses an option of a list, which takes two clicks. */
  async choose(list: Locator, option: string | { readonly label: string }): Promise<void> {
    this.#clicks += 2
    await list.selectOption(option)
  }

  /** Types into a field, which takes a click and one key per character. */
  async type(field: Locator, text: string): Promise<void> {
    this.#clicks += 1
    this.#keys += text.length
    await field.fill(text)
  }

  /** Pastes a text: a click and one shortcut, whatever its length. */
  async paste(field: Locator, text: string): Promise<void> {
    this.#clicks += 1
    this.#keys += 2
    await field.fill(text)
  }

  /** Chooses a file, which takes a click on the field and one in the list of files. */
  async chooseFile(
    field: Locator,
    file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer },
  ): Promise<void> {
    this.#clicks += 2
    await field.setInputFiles(file)
  }

  get clicks(): number {
    return this.#clicks
  }

  /** Returns the seconds that a person needs for what was counted. */
  get seconds(): number {
    return this.#clicks * SECONDS.click + this.#keys * SECONDS.key
  }
}
